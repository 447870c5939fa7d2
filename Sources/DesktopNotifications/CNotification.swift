internal import CNotify

/// The C copies of one notification's parts, freed together.
@safe
private final class CStorage {
  private var blocks: [UnsafeMutableRawPointer] = unsafe []

  /// Copies values to memory that lives as long as the storage.
  func copy<Element>(_ elements: some Collection<Element>)
    -> UnsafeMutablePointer<Element>
  {
    let block = UnsafeMutablePointer<Element>.allocate(capacity: max(1, elements.count))
    for (index, element) in elements.enumerated() {
      unsafe (block + index).initialize(to: element)
    }
    unsafe blocks.append(UnsafeMutableRawPointer(block))
    return unsafe block
  }

  /// A NUL cannot travel on the bus and would cut the text in C: it is left out.
  func string(_ text: String) -> UnsafePointer<CChar> {
    var bytes = text.utf8.filter { $0 != 0 }.map { CChar(bitPattern: $0) }
    bytes.append(0)
    return unsafe UnsafePointer(copy(bytes))
  }

  func string(_ text: String?) -> UnsafePointer<CChar>? {
    guard let text else { return nil }
    return unsafe string(text)
  }

  func strings(_ texts: [String]) -> UnsafePointer<UnsafePointer<CChar>?> {
    let list = unsafe texts.map { unsafe Optional(string($0)) } + [nil]
    return unsafe UnsafePointer(copy(list))
  }

  deinit {
    // Not `for`: swift-format does not know `for unsafe`.
    while let block = unsafe blocks.popLast() { unsafe block.deallocate() }
  }
}

extension DesktopNotification {
  /// Calls a function with the notification in C's form, which is valid for that call.
  func withCNotification<Result>(
    replacing id: NotificationID, _ use: (UnsafePointer<cnotify_notification>) -> Result
  ) -> Result {
    let storage = CStorage()
    let actions = unsafe actions.map { action in
      unsafe cnotify_action(
        key: storage.string(action.key), label: storage.string(action.label))
    }
    // In the order of their names, so that the same notification is always the same call.
    let hints = unsafe hints.values.sorted { $0.key < $1.key }.map { name, value in
      unsafe value.cHint(name: name, in: storage)
    }
    var notification = unsafe cnotify_notification(
      app_name: storage.string(appName), app_icon: storage.string(appIcon),
      summary: storage.string(summary), body: storage.string(body),
      actions: storage.copy(actions), action_count: actions.count,
      hints: storage.copy(hints), hint_count: hints.count,
      expire_timeout: expireTimeout.rawValue, replaces_id: id)
    return withExtendedLifetime(storage) { unsafe use(&notification) }
  }
}

extension Hints.Value {
  fileprivate func cHint(name: String, in storage: CStorage) -> cnotify_hint {
    switch self {
    case .boolean(let value):
      unsafe cnotify_hint(storage.string(name), CNOTIFY_BOOLEAN, integer: value ? 1 : 0)
    case .byte(let value):
      unsafe cnotify_hint(storage.string(name), CNOTIFY_BYTE, integer: Int64(value))
    case .int32(let value):
      unsafe cnotify_hint(storage.string(name), CNOTIFY_INT32, integer: Int64(value))
    case .int64(let value):
      unsafe cnotify_hint(storage.string(name), CNOTIFY_INT64, integer: value)
    case .double(let value):
      unsafe cnotify_hint(storage.string(name), CNOTIFY_DOUBLE, real: value)
    case .string(let value):
      unsafe cnotify_hint(storage.string(name), CNOTIFY_STRING, string: storage.string(value))
    case .strings(let values):
      unsafe cnotify_hint(storage.string(name), CNOTIFY_STRINGS, strings: storage.strings(values))
    case .image(let image):
      unsafe cnotify_hint(
        storage.string(name), CNOTIFY_IMAGE, image: image.cImage(in: storage))
    }
  }
}

extension Hints.Image {
  fileprivate func cImage(in storage: CStorage) -> UnsafePointer<cnotify_image> {
    let image = unsafe cnotify_image(
      width: width, height: height, row_stride: rowStride, has_alpha: hasAlpha,
      bits_per_sample: 8, channels: hasAlpha ? 4 : 3, bytes: storage.copy(bytes),
      byte_count: bytes.count)
    return unsafe UnsafePointer(storage.copy(CollectionOfOne(image)))
  }
}

extension cnotify_hint {
  /// One value; the fields of the other types stay empty.
  fileprivate init(
    _ name: UnsafePointer<CChar>, _ type: cnotify_hint_type, integer: Int64 = 0, real: Double = 0,
    string: UnsafePointer<CChar>? = nil, strings: UnsafePointer<UnsafePointer<CChar>?>? = nil,
    image: UnsafePointer<cnotify_image>? = nil
  ) {
    unsafe self.init(
      name: name, type: type, integer: integer, real: real, string: string, strings: strings,
      image: image)
  }
}
