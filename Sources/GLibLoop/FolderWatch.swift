internal import Glibc

/// Tells of changes in a folder, by inotify(7), until it is cancelled.
package struct FolderWatch: Sendable {
  private let descriptor: Int32
  private let watch: LoopTimer

  /// Starts to watch.
  ///
  /// - Parameters:
  ///   - path: The folder.
  ///   - onChange: Told of each change, or of several that came together.
  /// - Throws: `Descriptor.Failure`: ENOENT where it is missing.
  package init(
    _ path: String, onChange: @escaping @Sendable () -> Void
  ) throws(Descriptor.Failure) {
    let descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { throw Descriptor.Failure(number: errno) }
    let events = UInt32(IN_CREATE | IN_MOVED_TO | IN_MODIFY | IN_DELETE_SELF | IN_MOVE_SELF)
    guard unsafe inotify_add_watch(descriptor, path, events) >= 0 else {
      let number = errno
      close(descriptor)
      throw Descriptor.Failure(number: number)
    }
    self.descriptor = descriptor
    watch = ServerActor.executor.onReadable(descriptor) {
      var events = [UInt8](repeating: 0, count: 4096)
      // Which file it was does not matter; all that is there is taken.
      while unsafe read(descriptor, &events, events.count) > 0 {}
      onChange()
    }
  }

  /// Ends the watch; to be called once.
  package func cancel() {
    watch.cancel()
    // Behind what is in the loop's queue: the watch must have gone before its descriptor.
    let descriptor = descriptor
    ServerActor.executor.after(.zero) { close(descriptor) }
  }
}
