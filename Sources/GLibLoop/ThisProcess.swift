internal import CGLib

/// What concerns the whole process.
public enum ThisProcess {
  /// Lets all threads share one heap, before there is a second one.
  ///
  /// A heap for each thread would cost a short command more than it ever gains by them.
  public static func shareHeap() {
    cglib_share_heap()
  }

  /// Makes a write to a closed pipe an error instead of the end of the process; children get the
  /// signal's own effect back.
  public static func ignoreBrokenPipes() {
    cglib_ignore_broken_pipes()
  }

  /// Tells whether the process ignores a signal; of SIGHUP, that it was started by nohup(1).
  ///
  /// - Parameter signal: The signal's number.
  /// - Returns: False once a loop watches the signal, too.
  public static func ignores(_ signal: Int32) -> Bool {
    cglib_ignores_signal(signal)
  }

  /// Fills in the standard streams that the process was started without, before anything is opened.
  ///
  /// Else a socket, such as the one to the session bus, would get the number of one, and with it what
  /// is printed. The use of a stream that was filled in fails as that of a closed one does.
  public static func holdStandardStreams() {
    cglib_hold_standard_streams()
  }

  /// Reads the environment, before the process has a second thread.
  ///
  /// Not by `ProcessInfo`, for which alone the binary would carry much of Foundation.
  ///
  /// - Returns: The values by their names; of a name that comes twice, the first, as `getenv` does.
  public static func environment() -> [String: String] {
    var environment: [String: String] = [:]
    for text in unsafe takeTexts(cglib_environment()) {
      // By bytes: a program starts with some dozens of them, and characters are slow to tell apart.
      guard let equals = text.utf8.firstIndex(of: UInt8(ascii: "=")) else { continue }
      let name = String(text[..<equals])
      guard environment[name] == nil else { continue }
      environment[name] = String(text[text.utf8.index(after: equals)...])
    }
    return environment
  }
}
