import Testing

@testable import DesktopNotifications

struct HintsTests {
  private static let image = Hints.Image(
    width: 1, height: 1, rowStride: 3, hasAlpha: false, bytes: [1, 2, 3])

  /// A property, and the hints that it makes.
  private static let properties: [(@Sendable (inout Hints) -> Void, [String: Hints.Value])] = [
    ({ _ in }, [:]),
    ({ $0.urgency = .low }, ["urgency": .byte(0)]),
    ({ $0.urgency = .normal }, ["urgency": .byte(1)]),
    ({ $0.urgency = .critical }, ["urgency": .byte(2)]),
    ({ $0.category = "im" }, ["category": .string("im")]),
    ({ $0.desktopEntry = "a.b" }, ["desktop-entry": .string("a.b")]),
    ({ $0.imagePath = "/a" }, ["image-path": .string("/a")]),
    ({ $0.imageData = image }, image.map { ["image-data": .image($0)] } ?? [:]),
    ({ $0.soundName = "bell" }, ["sound-name": .string("bell")]),
    ({ $0.soundFile = "/a" }, ["sound-file": .string("/a")]),
    ({ $0.suppressSound = true }, ["suppress-sound": .boolean(true)]),
    ({ $0.resident = true }, ["resident": .boolean(true)]),
    ({ $0.transient = true }, ["transient": .boolean(true)]),
    ({ $0.replyPlaceholder = "a" }, ["x-kde-reply-placeholder-text": .string("a")]),
    ({ $0.replySubmitLabel = "a" }, ["x-kde-reply-submit-button-text": .string("a")]),
    ({ $0.originName = "a" }, ["x-kde-origin-name": .string("a")]),
    (
      { $0.stackTag = "a" },
      ["x-dunst-stack-tag": .string("a"), "x-canonical-private-synchronous": .string("a")]
    ),
    // Xfce takes `transient` for true as soon as it is there.
    ({ $0.transient = false }, [:]),
    (
      {
        $0.resident = true
        $0.resident = false
      }, [:]
    ),
    (
      {
        $0.urgency = .low
        $0.urgency = nil
        $0.category = "im"
        $0.category = nil
        $0.stackTag = "a"
        $0.stackTag = nil
        $0.imageData = image
        $0.imageData = nil
      }, [:]
    ),
  ]

  @Test("Each property is a hint of the type that servers read", arguments: properties.indices)
  func property(_ index: Int) {
    let (set, values) = Self.properties[index]
    var hints = Hints()
    set(&hints)
    #expect(hints.values == values)
    // What was set is read back, and is of the table's type.
    for (name, value) in values {
      #expect(hints[name] == value)
      #expect(Hints.types[name] == value.type)
    }
  }

  @Test("Every property reads back what it was set to")
  func readBack() {
    var hints = Hints()
    hints.urgency = .critical
    hints.category = "a"
    hints.desktopEntry = "b"
    hints.imagePath = "c"
    hints.imageData = Self.image
    hints.soundName = "d"
    hints.soundFile = "e"
    hints.suppressSound = true
    hints.resident = true
    hints.transient = true
    hints.replyPlaceholder = "f"
    hints.replySubmitLabel = "g"
    hints.originName = "h"
    hints.stackTag = "i"
    #expect(
      [
        hints.category, hints.desktopEntry, hints.imagePath, hints.soundName, hints.soundFile,
        hints.replyPlaceholder, hints.replySubmitLabel, hints.originName, hints.stackTag,
      ] == ["a", "b", "c", "d", "e", "f", "g", "h", "i"])
    #expect((hints.urgency, hints.imageData) == (.critical, Self.image))
    #expect([hints.suppressSound, hints.resident, hints.transient] == [true, true, true])
  }

  @Test(
    "A value of a type that servers do not read is left out", arguments: Hints.types.keys.sorted())
  func wrongType(_ name: String) {
    let values: [Hints.Value] = [
      .boolean(true), .byte(1), .int32(1), .int64(1), .double(1), .string("1"), .strings(["1"]),
    ]
    for value in values {
      var hints = Hints()
      hints[name] = value
      #expect(hints.values == (value.type == Hints.types[name] ? [name: value] : [:]))
    }
  }

  @Test("A hint that no table knows is taken as it is, and taken away by nil")
  func unknownName() {
    var hints = Hints()
    hints["x-vendor-any"] = .double(0.5)
    #expect(hints.values == ["x-vendor-any": .double(0.5)])
    hints["x-vendor-any"] = nil
    hints["urgency"] = nil
    #expect(hints.values == [:])
  }

  /// Width, height, row stride, alpha, number of bytes, and whether that makes a picture.
  private static let images: [(Int32, Int32, Int32, Bool, Int, Bool)] = [
    (1, 1, 3, false, 3, true),
    (1, 1, 4, true, 4, true),
    (2, 2, 8, false, 14, true),
    // Phosh drops a picture with padding behind its last row.
    (2, 2, 8, false, 16, false),
    (2, 2, 6, false, 12, true),
    (2, 2, 6, false, 11, false),
    (2, 2, 5, false, 11, false),
    (0, 1, 3, false, 0, false),
    (1, 0, 3, false, 0, false),
    (-1, 1, 3, false, 3, false),
    (1, -1, 3, false, 3, false),
    (1, 1, -3, false, 3, false),
    // Plasma refuses sides of 2,048 and more.
    (2_047, 1, 8_188, true, 8_188, true),
    (2_048, 1, 8_192, true, 8_192, false),
    (1, 2_047, 3, false, 6_141, true),
    (1, 2_048, 3, false, 6_144, false),
    // No overflow from numbers of outside.
    (.max, .max, .max, true, 4, false),
    (.min, .min, .min, true, 4, false),
    (1, 2, .max, false, 6, false),
  ]

  @Test("A picture's numbers fit its bytes, or it is none", arguments: images.indices)
  func image(_ index: Int) {
    let (width, height, rowStride, hasAlpha, count, isPicture) = Self.images[index]
    let image = Hints.Image(
      width: width, height: height, rowStride: rowStride, hasAlpha: hasAlpha,
      bytes: Array(repeating: 0, count: count))
    #expect((image != nil) == isPicture)
  }

  /// The time and its number on the bus.
  private static let timeouts: [(DesktopNotification.ExpireTimeout, Int32)] = [
    (.serverDecides, -1), (.never, 0), (.milliseconds(1), 1), (.milliseconds(.max), .max),
    // Neither "never" nor "the server decides" by mistake.
    (.milliseconds(0), 1), (.milliseconds(-1), 1), (.milliseconds(.min), 1),
  ]

  @Test("A time is never taken for another meaning", arguments: timeouts)
  func timeout(_ timeout: DesktopNotification.ExpireTimeout, _ number: Int32) {
    #expect(timeout.rawValue == number)
  }
}
