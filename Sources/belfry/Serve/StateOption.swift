internal import PushStore

extension StateFolder {
  /// The folder that `--state` names, or the person's own.
  ///
  /// Source: freedesktop XDG Base Directory Specification 0.8, `$XDG_STATE_HOME`.
  ///
  /// - Throws: `CommandFailure` with the exit code 78 where nothing says where it is.
  init(_ invocation: Invocation, _ console: Console) throws(CommandFailure) {
    if let path = invocation.value("state") {
      self.init(path: path)
      return
    }
    let set = console.environment["XDG_STATE_HOME", default: ""]
    // A relative path is to be ignored.
    if set.hasPrefix("/") {
      self.init(path: set + "/belfry")
      return
    }
    let home = console.environment["HOME", default: ""]
    guard home.hasPrefix("/") else {
      throw CommandFailure(
        "state folder unknown: neither XDG_STATE_HOME nor HOME is set; name one with --state",
        .badConfiguration)
    }
    self.init(path: home + "/.local/state/belfry")
  }
}

extension CommandFailure {
  /// The end of a command whose store cannot be used.
  init(_ error: StoreError) {
    let code: ExitCode =
      switch error {
      case .noLibrary: .unavailable
      case .locked, .full: .tryAgain
      case .missing: .noInput
      case .notWritable, .broken, .newer: .badConfiguration
      case .failed: .undelivered
      }
    self.init(error.description, code)
  }
}
