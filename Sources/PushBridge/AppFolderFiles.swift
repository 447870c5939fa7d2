internal import GLibLoop
internal import Glibc

/// Why a file or folder was not read.
enum FileFailure: Error, Hashable {
  /// There is none of the name.
  case missing
  /// It is no file, or no folder, in words.
  case wrongKind(String)
  /// It is larger than the limit, in bytes.
  case tooLarge(bytes: Int, limit: Int)
  /// The system's words.
  case system(String)

  /// What happened, in words.
  var detail: String {
    switch self {
    case .missing: "no such file or folder"
    case .wrongKind(let words): words
    case .tooLarge(let bytes, let limit): "it has \(bytes) bytes; at most \(limit) are taken"
    case .system(let words): words
    }
  }

  fileprivate init(errno number: Int32) {
    self =
      number == ENOENT || number == ENOTDIR
      ? .missing : .system(Descriptor.message(number))
  }
}

/// What stands under a name.
enum FileKind {
  case regular, directory, link, other

  fileprivate init(mode: mode_t) {
    switch mode & S_IFMT {
    case S_IFREG: self = .regular
    case S_IFDIR: self = .directory
    case S_IFLNK: self = .link
    default: self = .other
    }
  }
}

/// The few things that are done with the files of an app folder.
///
/// By the C library, since `FileManager` alone would make the start of the program slower.
enum AppFolderFiles {
  /// Resolves a path's links.
  ///
  /// - Parameter path: The path, without U+0000.
  /// - Returns: The absolute path.
  /// - Throws: `FileFailure`.
  static func realPath(_ path: String) throws(FileFailure) -> String {
    guard let resolved = realpath(path, nil) else { throw FileFailure(errno: errno) }
    defer { free(resolved) }
    return String(cString: resolved)
  }

  /// Resolves a path in a folder.
  ///
  /// - Parameters:
  ///   - path: The path below the folder, without U+0000.
  ///   - folder: The folder's real path.
  /// - Returns: The real path, or nil where it leads out of the folder.
  /// - Throws: `FileFailure`.
  static func realPath(
    _ path: String, in folder: String
  ) throws(FileFailure) -> String? {
    let resolved = try realPath("\(folder)/\(path)")
    let inside = folder == "/" ? folder : folder + "/"
    // By bytes: a character of Swift may span the slash and what follows it.
    return resolved.utf8.starts(with: inside.utf8) ? resolved : nil
  }

  /// Tells what stands under a path, without following a link.
  ///
  /// - Parameter path: The path.
  /// - Returns: The kind.
  /// - Throws: `FileFailure`.
  static func kind(of path: String) throws(FileFailure) -> FileKind {
    var status = stat()
    guard lstat(path, &status) == 0 else { throw FileFailure(errno: errno) }
    return FileKind(mode: status.st_mode)
  }

  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - limit: How many bytes it may have.
  /// - Returns: Its bytes.
  /// - Throws: `FileFailure`; also for what is no regular file, such as a pipe that nobody writes.
  static func read(_ path: String, limit: Int) throws(FileFailure) -> [UInt8] {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw FileFailure(errno: errno) }
    defer { close(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw FileFailure(errno: errno) }
    guard FileKind(mode: status.st_mode) == .regular else {
      throw .wrongKind("it is no regular file")
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw .tooLarge(bytes: size, limit: limit) }
    // One more than it had, to see its end; a file that grows meanwhile is read on.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var count = 0
    while true {
      let got = bytes.withUnsafeMutableBytes { buffer in
        Glibc.read(descriptor, buffer.baseAddress.map { $0 + count }, buffer.count - count)
      }
      if got < 0 {
        if errno == EINTR { continue }
        throw FileFailure(errno: errno)
      }
      count += got
      if got == 0 { return Array(bytes[..<count]) }
      guard count <= limit else { throw .tooLarge(bytes: count, limit: limit) }
      if count == bytes.count { bytes += [UInt8](repeating: 0, count: min(count, limit) + 1) }
    }
  }

  /// Lists a folder.
  ///
  /// - Parameters:
  ///   - path: Its path.
  ///   - limit: How many names are taken.
  /// - Returns: The names in alphabetical order, without those that begin with a point or are not
  ///   UTF-8, and whether there are more.
  /// - Throws: `FileFailure`.
  static func names(
    in path: String, limit: Int
  ) throws(FileFailure) -> (names: [String], hasMore: Bool) {
    guard let directory = opendir(path) else { throw FileFailure(errno: errno) }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { bytes in
        bytes.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(validatingCString: $0)
        }
      }
      guard let name, !name.hasPrefix(".") else { continue }
      if names.count == limit { return (names.sorted(), true) }
      names.append(name)
    }
    return (names.sorted(), false)
  }
}
