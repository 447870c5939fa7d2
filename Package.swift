// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "Belfry",
  products: [
    .executable(name: "belfry", targets: ["belfry"]),
    .library(name: "DesktopNotifications", targets: ["DesktopNotifications"]),
    .library(name: "DesktopNotificationsTesting", targets: ["DesktopNotificationsTesting"]),
    .library(name: "PushBridge", targets: ["PushBridge"]),
  ],
  targets: [
    // C libraries of the system. SwiftPM prints "prohibited flag(s): -pthread" for every GLib-based
    // one, on each build: harmless, glibc has the threads (swift-package-manager#10549).
    .systemLibrary(
      name: "CGLibSystem", path: "Shims/CGLibSystem", pkgConfig: "gio-unix-2.0",
      providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(
      name: "CNotifySystem", path: "Shims/CNotifySystem", pkgConfig: "libnotify",
      providers: [.apt(["libnotify-dev"])]),
    .systemLibrary(
      name: "CSoupSystem", path: "Shims/CSoupSystem", pkgConfig: "libsoup-3.0",
      providers: [.apt(["libsoup-3.0-dev"])]),

    // The C shims: one public header and one prefix each.
    .target(name: "CGLib", dependencies: ["CGLibSystem"], path: "Shims/CGLib"),
    .target(name: "CNotify", dependencies: ["CNotifySystem"], path: "Shims/CNotify"),
    .target(name: "CWeb", dependencies: ["CGLibSystem"], path: "Shims/CWeb"),
    .target(name: "CHTTP2", dependencies: ["CGLibSystem"], path: "Shims/CHTTP2"),
    .target(name: "CStart", path: "Shims/CStart"),
    .target(name: "CSQLite", path: "Shims/CSQLite"),

    .target(name: "GLibLoop", dependencies: ["CGLib"]),
    .target(name: "DesktopNotifications", dependencies: ["CNotify", "GLibLoop"]),
    .target(name: "DesktopNotificationsTesting", dependencies: ["DesktopNotifications"]),
    .target(name: "NotificationModel"),
    .target(name: "Presentation", dependencies: ["NotificationModel", "DesktopNotifications"]),
    .target(name: "JSONText"),
    .target(name: "ApplePush", dependencies: ["JSONText", "NotificationModel"]),
    .target(name: "VideoLinks"),
    .target(name: "PushStore", dependencies: ["CSQLite", "GLibLoop"]),
    .target(
      name: "PushBridge",
      dependencies: [
        "ApplePush", "CGLib", "DesktopNotifications", "DesktopNotificationsTesting", "GLibLoop",
        "JSONText",
        "NotificationModel", "Presentation", "VideoLinks",
      ]),
    .target(
      name: "PushServer",
      dependencies: [
        "ApplePush", "CHTTP2", "CWeb", "GLibLoop", "JSONText", "PushBridge", "VideoLinks",
      ]),
    .executableTarget(
      name: "belfry",
      dependencies: [
        "ApplePush", "CGLib", "CStart", "DesktopNotifications", "GLibLoop", "JSONText",
        "NotificationModel", "Presentation", "PushBridge", "PushServer", "PushStore", "VideoLinks",
      ]),

    // What the tests share: child processes, a private bus and the fake notification server.
    .target(name: "TestSupport", path: "Tests/TestSupport"),
    .testTarget(name: "NotificationModelTests", dependencies: ["NotificationModel"]),
    .testTarget(name: "JSONTextTests", dependencies: ["JSONText"]),
    .testTarget(
      name: "ApplePushTests", dependencies: ["ApplePush", "JSONText", "NotificationModel"]),
    .testTarget(
      name: "VideoLinksTests", dependencies: ["VideoLinks"], exclude: ["youtube-links.tsv"]),
    .testTarget(
      name: "PresentationTests",
      dependencies: ["DesktopNotifications", "NotificationModel", "Presentation"]),
    .testTarget(
      name: "DesktopNotificationsTests",
      dependencies: [
        "DesktopNotifications", "DesktopNotificationsTesting", "GLibLoop", "TestSupport",
      ]),
    .testTarget(
      name: "PushBridgeTests",
      dependencies: [
        "ApplePush", "DesktopNotifications", "DesktopNotificationsTesting", "JSONText",
        "NotificationModel",
        "Presentation", "PushBridge", "TestSupport", "VideoLinks",
      ]),
    // CWeb loads libsoup at run time and declares its functions itself; this compiles only where
    // libsoup's headers agree. Built for the tests alone, the program is not linked with it.
    .target(name: "CWebCheck", dependencies: ["CSoupSystem", "CWeb"], path: "Tests/CWebCheck"),
    .testTarget(
      name: "PushServerTests",
      dependencies: [
        "ApplePush", "CWebCheck", "GLibLoop", "JSONText", "PushServer", "TestSupport", "VideoLinks",
      ]),
    .testTarget(name: "PushStoreTests", dependencies: ["PushStore"]),
    .testTarget(name: "GLibLoopTests", dependencies: ["GLibLoop"]),
    .testTarget(
      name: "BelfryTests",
      dependencies: [
        "ApplePush", "belfry", "GLibLoop", "JSONText", "PushStore", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu17
)

// What every target of the house is held to. Misspelt feature names are ignored by the compiler: copy them from
// `swiftc -print-supported-features`.
let features = [
  "ExistentialAny", "MemberImportVisibility", "InternalImportsByDefault",
  "NonisolatedNonsendingByDefault",
  "InferIsolatedConformances",
]
// The targets that touch C: there every use of a pointer must say `unsafe`.
let touchingC: Set = ["GLibLoop", "DesktopNotifications", "PushServer", "PushStore"]

for target in package.targets where target.type != .system {
  if target.path?.hasPrefix("Shims/") == true || target.name == "CWebCheck" {
    target.cSettings = [
      .enableWarning("all"), .enableWarning("extra"), .treatAllWarnings(as: .error),
    ]
  } else {
    target.swiftSettings =
      features.map { .enableUpcomingFeature($0) } + [.treatAllWarnings(as: .error)]
      + (touchingC.contains(target.name) ? [.strictMemorySafety()] : [])
  }
}
