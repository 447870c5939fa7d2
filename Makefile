# Belfry's tasks; `make help` lists them. GNU make 4.

PREFIX ?= /usr/local
DESTDIR ?=

# The release binary carries the runtimes of Swift and C++ in it; GLib, libnotify and libsoup stay the system's. What it
# takes to start is mostly the linking of libraries: libstdc++ alone costs a millisecond, and lld's packed relocations,
# which glibc reads from 2.36 on, save another half and a megabyte.
STATIC = .build/static
RELR = $(shell printf '%s\n' 'glibc 2.36' "$$(getconf GNU_LIBC_VERSION)" | sort -CV && \
  echo -Xlinker -z -Xlinker pack-relative-relocs)
# Without "mangled-name accessors" the compiler links each generic type's metadata in; with them the runtime searches
# all protocol conformances for each at first use, which is two milliseconds of a start.
METADATA = -Xswiftc -Xfrontend -Xswiftc -disable-concrete-type-metadata-mangled-name-accessors
# A position-independent program would have 100 pages of it rewritten at each start, half a millisecond. The libraries
# stay at random addresses.
FIXED = -Xswiftc -Xclang-linker -Xswiftc -no-pie -Xlinker --no-pie
# Swift's static link exports every public symbol, and what is exported can't be left out. What a start uses of the
# runtime stands together, which is a megabyte less in memory; Tools/order-runtime made the list.
HIDDEN = -Xlinker --no-export-dynamic -Xlinker --gc-sections -Xswiftc -Xfrontend -Xswiftc -function-sections
ORDER = -Xlinker --symbol-ordering-file=$(CURDIR)/Packaging/runtime.order -Xlinker --no-warn-symbol-ordering
# No library is looked for beside the program or in the toolchain.
PATHS = --disable-local-rpath -Xswiftc -no-toolchain-stdlib-rpath
RELEASE = swift build -c release --product belfry --static-swift-stdlib $(METADATA) $(PATHS) \
  -Xswiftc -use-ld=lld -Xlinker -s -Xlinker -L$(CURDIR)/$(STATIC) \
  -Xswiftc -Xclang-linker -Xswiftc -static-libgcc $(FIXED) $(HIDDEN) $(ORDER) $(RELR)
BELFRY = .build/release/belfry
TARGET = $(DESTDIR)$(PREFIX)

# Servers that are quick to install; `make test-desktops` tries all.
QUICK_SERVERS = dunst xfce
comma = ,
empty =
QUICK_GROUP = desktop:$(subst $(empty) $(empty),$(comma),$(QUICK_SERVERS))

INSTALLED = bin/belfry share/applications/belfry.desktop \
  share/bash-completion/completions/belfry share/zsh/site-functions/_belfry \
  share/fish/vendor_completions.d/belfry.fish share/icons/hicolor/scalable/apps/belfry.svg

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:

.PHONY: help
help: ## list the tasks
	@awk -F ':.*## ' '/^[a-z-]+:.*## / { printf "  make %-14s %s\n", $$1, $$2 }' $(firstword $(MAKEFILE_LIST))
	@echo '  PREFIX=$(PREFIX) and DESTDIR=$(DESTDIR) say where install and uninstall work.'

.PHONY: deps test-deps
deps: ## install by apt what building needs and this machine lacks
	@Tools/install-packages build

test-deps: deps
	@Tools/install-packages test $(QUICK_GROUP)

.PHONY: build release
build: deps ## build for debugging
	swift build

release: deps ## build the small, fast binary
	@mkdir -p $(STATIC)
	@ln -sf "$$(clang -print-file-name=libstdc++.a)" $(STATIC)/libstdc++.a
	$(RELEASE)

.PHONY: demo
demo: release ## build, and show the test pushes
	@Tools/demo $(BELFRY)

.PHONY: lint
lint: ## check format, documentation and the rules of the house
	swift format lint --strict --recursive Sources Tests Package.swift
	Tools/check-imports

.PHONY: test test-swift test-fake test-leaks test-service test-quick-desktops test-install
test: test-deps test-swift test-fake test-leaks test-install test-service test-quick-desktops ## install what the tests need, and run them

# The last flag makes an import that Package.swift does not declare an error.
test-swift:
	Tools/run-tests --explicit-target-dependency-import-check error

test-fake:
	Tests/FakeServer/selftest

test-leaks:
	Tests/LeakCheck/check

test-install: release
	Tools/check-binary $(BELFRY)
	Tools/check-install

# As many pushes at once as many providers send, and a hundred kills.
test-service: release
	Tests/Provider/load $(BELFRY)
	Tests/Provider/crash $(BELFRY) 100
	Examples/ci/test-pushes $(BELFRY)

test-quick-desktops: release
	Tests/Desktops/check --belfry $(BELFRY) $(QUICK_SERVERS)

.PHONY: check
check: lint test ## all that has to pass before a change is taken: format, warnings, tests

.PHONY: test-desktops
test-desktops: release test-deps ## try all real notification servers; installs about 2.5 GB
	Tests/Desktops/install
	Tests/Desktops/check --belfry $(BELFRY) --browser /usr/bin/chromium

# The provider libraries come from PyPI.
.PHONY: test-providers
test-providers: release test-deps ## let real provider libraries send to belfry serve, in front of Xfce
	python3 -m venv .build/providers
	.build/providers/bin/pip install --quiet aioapns==4.0 apns2-up==0.9.0
	Tests/Desktops/desktop xfce -- Tests/Provider/libraries $(BELFRY) .build/providers/bin/python

.PHONY: bench
bench: release test-deps ## measure one push against notify-send, the endpoint against nghttpd
	Tests/Bench/push-against-notify-send $(BELFRY)
	Tests/Bench/endpoint-against-nghttpd $(BELFRY)

.PHONY: install install-files uninstall
install: release install-files ## install into PREFIX

install-files:
	install -Dm755 $(BELFRY) $(TARGET)/bin/belfry
	install -Dm644 Packaging/belfry.desktop $(TARGET)/share/applications/belfry.desktop
	install -Dm644 Packaging/belfry.svg $(TARGET)/share/icons/hicolor/scalable/apps/belfry.svg
	install -d $(dir $(addprefix $(TARGET)/,$(filter share/bash% share/zsh% share/fish%,$(INSTALLED))))
	$(BELFRY) completions bash >$(TARGET)/share/bash-completion/completions/belfry
	$(BELFRY) completions zsh >$(TARGET)/share/zsh/site-functions/_belfry
	$(BELFRY) completions fish >$(TARGET)/share/fish/vendor_completions.d/belfry.fish

uninstall: ## remove what install put into PREFIX
	rm -f $(addprefix $(TARGET)/,$(INSTALLED))

.PHONY: clean
clean: ## remove what was built
	rm -rf .build
