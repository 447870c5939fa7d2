import Testing

@testable import PushBridge

struct TerminalCommandTests {
  @Test(
    "A line is a command, to the newest notification or to a numbered one",
    arguments: [
      ("", nil, .activate), ("  ", nil, .activate), ("o", nil, .activate), ("O ", nil, .activate),
      ("d", nil, .dismiss), (" D", nil, .dismiss), ("?", nil, .help),
      ("1", nil, .press(1, text: nil)), ("12 ", nil, .press(12, text: nil)),
      ("2 some text", nil, .press(2, text: "some text")),
      ("2  two  spaces ", nil, .press(2, text: " two  spaces ")),
      ("2 #3 1", nil, .press(2, text: "#3 1")),
      ("#3", 3, .show), ("#3 ", 3, .show), ("#3 o", 3, .activate), ("#3 d", 3, .dismiss),
      ("#3  1", 3, .press(1, text: nil)), ("#3 2 text", 3, .press(2, text: "text")),
    ] as [(String, UInt32?, TerminalCommand.Deed)])
  func read(line: String, id: UInt32?, deed: TerminalCommand.Deed) {
    let command = TerminalCommand(line)
    #expect(command?.id == id)
    #expect(command?.deed == deed)
  }

  @Test(
    "Any other line means nothing",
    arguments: [
      "x", "do", "dd", "??", "1x", "1.", "-1", "+1", "#", "# 1", "#x", "#3x", "#3#4", "##3",
      "#4294967296", "99999999999999999999", "١", "①",
    ])
  func unknown(line: String) {
    #expect(TerminalCommand(line) == nil)
  }
}
