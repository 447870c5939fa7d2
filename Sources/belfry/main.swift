internal import GLibLoop
internal import Glibc

/// Reads the arguments, which Linux hands over as bytes.
///
/// - Returns: The arguments without the program's name; nil when one is not UTF-8.
private func utf8Arguments() -> [String]? {
  var arguments: [String] = []
  for index in 1..<max(1, Int(CommandLine.argc)) {
    guard let bytes = CommandLine.unsafeArgv[index] else { break }
    guard let argument = String(validatingCString: bytes) else { return nil }
    arguments.append(argument)
  }
  return arguments
}

/// Runs the command on the main thread, without Swift's own loop.
private func main() -> Int32 {
  ThisProcess.holdStandardStreams()
  ThisProcess.ignoreBrokenPipes()
  let console = Console(
    input: DescriptorInput(descriptor: STDIN_FILENO),
    output: DescriptorOutput(descriptor: STDOUT_FILENO),
    errors: DescriptorOutput(descriptor: STDERR_FILENO),
    environment: ThisProcess.environment())
  guard let arguments = utf8Arguments() else {
    console.report(
      "belfry: argument not understood: it is not UTF-8; "
        + "rename the file, or give the push on standard input")
    return ExitCode.usage.rawValue
  }
  // Most commands are short and small; in a long one the threads would wait for each other.
  if arguments.first != ServeCommand.command.name { ThisProcess.shareHeap() }
  return CommandActor.run {
    await Belfry.run(arguments: arguments, console: console).rawValue
  }
}

// Not `exit`: nothing is buffered, and the libraries' own ends would only take time. A notification
// server that hangs may still hold libnotify's thread.
_exit(main())
