internal import Glibc

/// Tells of changes in a folder, by inotify(7).
package struct FolderWatch: Sendable {
  /// One element for each change, or for several that came together; ends when its reader goes.
  package let changes: AsyncStream<Void>

  /// Starts to watch.
  ///
  /// - Parameter path: The folder.
  /// - Throws: `Descriptor.Failure`: ENOENT where it is missing.
  package init(_ path: String) throws(Descriptor.Failure) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
    guard descriptor >= 0 else { throw Descriptor.Failure(number: errno) }
    let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF)
    guard unsafe inotify_add_watch(descriptor, path, events) >= 0 else {
      let number = errno
      close(descriptor)
      throw Descriptor.Failure(number: number)
    }
    let (stream, continuation) = AsyncStream.makeStream(
      of: Void.self, bufferingPolicy: .bufferingNewest(1))
    changes = stream
    let watch = ServerActor.executor.onReadable(descriptor) {
      var events = [UInt8](repeating: 0, count: 4096)
      // Which file it was does not matter; all that is there is taken.
      while unsafe read(descriptor, &events, events.count) > 0 {}
      continuation.yield()
    }
    continuation.onTermination = { _ in
      watch.cancel()
      close(descriptor)
    }
  }
}
