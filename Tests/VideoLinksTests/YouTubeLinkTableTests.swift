import FoundationEssentials
import Testing
import VideoLinks

/// One row of youtube-links.tsv: `link, id, start, list, source`, with `-` for nothing.
struct LinkRow: Sendable, CustomTestStringConvertible {
  let number: Int
  let link: String
  let reading: LinkReading
  /// The tag in the row's source, such as `policy: bare id`, or `nil`.
  let tag: String?

  var testDescription: String { "row \(number): \(link)" }
}

/// What the table says of a link.
struct LinkReading: Equatable, Sendable {
  var id: String?
  var start: Int?
  var list: String?

  init(id: String? = nil, start: Int? = nil, list: String? = nil) {
    self.id = id
    self.start = start
    self.list = list
  }

  /// Reads a link by the library: a playlist without a video has a list and no id.
  init(of link: String) {
    do {
      let video = try YouTubeVideo(link: link)
      self.init(id: video.videoID, start: video.start, list: video.list)
    } catch .playlistWithoutVideo(let list) {
      self.init(list: list)
    } catch {
      self.init()
    }
  }
}

/// The table of links beside this file, read from the checkout.
struct LinkTable {
  /// Every row after the heading.
  let rows: [LinkRow]

  /// Reads a table; a row with fewer than five fields fails the run.
  init(named name: String) throws {
    let folder = #filePath.split(separator: "/").dropLast().joined(separator: "/")
    let data = try Data(contentsOf: URL(filePath: "/\(folder)/\(name)"))
    let lines = String(decoding: data, as: UTF8.self).split(separator: "\n").dropFirst()
    rows = try lines.enumerated().map { index, line in
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      try #require(fields.count == 5, "row \(index + 2) of \(name) has \(fields.count) fields")
      let given = fields.map { $0 == "-" ? nil : $0 }
      let tag = fields[4].split(separator: "[").dropFirst().first?.split(separator: "]").first
      return LinkRow(
        number: index + 2, link: fields[0],
        reading: LinkReading(id: given[1], start: given[2].flatMap { Int($0) }, list: given[3]),
        tag: tag.map(String.init))
    }
  }

  /// What the policy makes of the rows whose reading is a matter of choice.
  static let policy: [String: LinkReading] = [
    // The host decides, on any port.
    "https://youtu.be:8080/tXT9Uh42dqk/Yo": LinkReading(id: "tXT9Uh42dqk"),
    // A root dot is the same host.
    "https://www.youtube.com./watch?v=dQw4w9WgXcQ": LinkReading(id: "dQw4w9WgXcQ"),
    // An id alone is no link.
    "__2ABJjxzNo": LinkReading(),
    "JZcrLTSKHlU": LinkReading(),
    // An id has exactly 11 characters; a longer one is not cut.
    "https://WWW.YouTube.com/watch?v=-cdveCh1kQkwhatever": LinkReading(),
    // Other front ends and country hosts are not YouTube's.
    "https://invidio.us/watch?v=YE7VzlLtp-4": LinkReading(),
    "https://redirect.invidious.io/Yh0AhrY9GjA": LinkReading(),
    "invidious.fdn.fr/embed/3msbfr6pBNE": LinkReading(),
    "http://www.youtube.co.uk/watch?v=iwGFalTRHDA": LinkReading(),
    "https://www.youtube/watch?v=J6MpBhzbRmI": LinkReading(),
    // What begins with a dash is no link, whatever follows.
    "--new-window https://youtu.be/dQw4w9WgXcQ": LinkReading(),
  ]
}

struct YouTubeLinkTableTests {
  @Test("Every untagged row of the table gives its id, start and list, or none")
  func untaggedRows() throws {
    let rows = try LinkTable(named: "youtube-links.tsv").rows.filter { $0.tag == nil }
    #expect(rows.count == 109)
    for row in rows {
      #expect(LinkReading(of: row.link) == row.reading, "row \(row.number): \(row.link)")
    }
  }

  @Test("Every tagged row of the table follows the policy")
  func taggedRows() throws {
    let rows = try LinkTable(named: "youtube-links.tsv").rows.filter { $0.tag != nil }
    #expect(Set(rows.map(\.link)) == Set(LinkTable.policy.keys))
    for row in rows {
      #expect(
        LinkReading(of: row.link) == LinkTable.policy[row.link], "row \(row.number): \(row.link)")
    }
  }

  @Test("Every embed link and watch page of the table is a link to the same video")
  func linksBack() throws {
    for row in try LinkTable(named: "youtube-links.tsv").rows
    where LinkReading(of: row.link).id != nil {
      let video = try YouTubeVideo(link: row.link)
      #expect(video.embedURL.hasPrefix("https://www.youtube.com/embed/\(video.videoID)"))
      #expect(LinkReading(of: video.embedURL) == LinkReading(of: row.link))
      #expect(LinkReading(of: video.watchURL) == LinkReading(of: row.link))
    }
  }
  @Test("Every beginning and every end of every row is read or refused, and an id is always whole")
  func cutLinks() throws {
    for row in try LinkTable(named: "youtube-links.tsv").rows {
      for place in row.link.indices {
        for part in [row.link[..<place], row.link[place...]] {
          guard let id = LinkReading(of: String(part)).id else { continue }
          #expect(id.utf8.count == 11 && part.contains(id), "\(part)")
        }
      }
    }
  }
}
