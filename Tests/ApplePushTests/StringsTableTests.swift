import ApplePush
import Testing

@Suite("StringsTable")
struct StringsTableTests {
  static let text = """
    /* Invitations
       "NOT" = "this"; */
    "INVITE" = "%@ invites\\n\\"you\\" \\\\ é 😀";   // a comment
    "A" = "1"; B.key-1 = two; "C";
    "caf\\U00e9" = "\\Ud83d\\ude00 \\'";
    "A" = "last";

    """
  static let entries = [
    "INVITE": "%@ invites\n\"you\" \\ é 😀", "A": "last", "B.key-1": "two", "C": "C",
    "café": "😀 '",
  ]

  private static func utf16(_ text: String, isBigEndian: Bool) -> [UInt8] {
    text.utf16.flatMap { unit in
      let bytes = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? bytes : bytes.reversed()
    }
  }

  @Test(
    "the file is read in every encoding that Apple documents",
    arguments: [
      Array(text.utf8), [0xEF, 0xBB, 0xBF] + Array(text.utf8),
      [0xFE, 0xFF] + utf16(text, isBigEndian: true),
      [0xFF, 0xFE] + utf16(text, isBigEndian: false), utf16(text, isBigEndian: true),
      utf16(text, isBigEndian: false),
    ])
  func encodings(bytes: [UInt8]) throws {
    #expect(try StringsTable(bytes).entries == Self.entries)
  }

  @Test("an empty file has no texts", arguments: ["", " \n", "// x", "/* x */"])
  func empty(text: String) throws {
    #expect(try StringsTable(Array(text.utf8)).entries == [:])
  }

  @Test(
    "what is no strings file is refused with line, column and words",
    arguments: [
      ("\"a\" = \"b\"", "1:10: expected ; after the text of \"a\", found the end of the file"),
      ("\"a\" = \"b\"\n\"c\" = \"d\";", #"2:1: expected ; after the text of "a", found "\"""#),
      ("\"a\" = ;", #"1:7: expected a text in double quotation marks, found ";""#),
      ("\n = \"b\";", #"2:2: expected a key in double quotation marks, found "=""#),
      ("\"a\" \"b\";", #"1:5: expected ; after the text of "a", found "\"""#),
      ("\"a\" = \"b;\n", "1:7: file ends inside the text; close it with \""),
      ("\"a\" = \"b\\", "1:9: file ends inside the text; close it with \""),
      ("/* x", "1:1: comment is never closed; write */"),
      ("\n /", "2:2: unexpected '/'; comments start with // or /*"),
      ("\"a\" = \"\\U12g4\";", #"1:8: \U needs 4 hexadecimal digits, found "g""#),
      (
        "\"a\" = \"\\101\";",
        #"1:8: octal escapes are not known; write \U and 4 hexadecimal digits"#
      ),
      ("\"a\" = \"\\Ud83d\";", "1:7: text has half of a surrogate pair; write both halves"),
      ("{\"a\" = \"b\";}", #"1:1: expected a key in double quotation marks, found "{""#),
      (
        "<?xml version=\"1.0\"?>",
        "1:1: file is a property list, not text; convert it, or take the app's source file"
      ),
      (
        "bplist00",
        "1:1: file is a property list, not text; convert it, or take the app's source file"
      ),
    ])
  func refusals(text: String, expected: String) {
    #expect { try StringsTable(Array(text.utf8)) } throws: { "\($0)" == expected }
  }

  @Test("bytes of no known encoding are refused")
  func invalidBytes() {
    #expect { try StringsTable(Array("\"a\" =\n \"".utf8) + [0xFF, 0x22, 0x3B]) } throws: {
      "\($0)" == "2:3: byte is not UTF-8; save the file as UTF-8"
    }
    #expect { try StringsTable([0xFF, 0xFE, 0x22]) } throws: {
      "\($0)" == "1:1: file is not valid UTF-16; save it as UTF-8"
    }
    #expect { try StringsTable([0xFE, 0xFF, 0xD8, 0x3D]) } throws: {
      "\($0)" == "1:1: file is not valid UTF-16; save it as UTF-8"
    }
  }
}
