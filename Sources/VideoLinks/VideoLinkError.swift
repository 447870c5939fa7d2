/// Why a link yields no video; `description` says it in words that can be shown.
public enum VideoLinkError: Error, Equatable, Sendable {
  /// Nothing is left of the link once white space and quotes are gone.
  case empty
  /// The link has this many bytes, more than ``VideoSource/maximumLinkBytes``.
  case tooLong(bytes: Int)
  /// The link begins with another scheme than http, https or one of YouTube's apps.
  case unsupportedScheme(String)
  /// The link has no scheme where one is needed.
  case noScheme(String)
  /// The link's host or port is not spelt as RFC 3986 §3.2 spells one, in ASCII.
  case badHost(String)
  /// The link carries a user name or a password before its host.
  case userInformation(host: String)
  /// The link holds a control character.
  case controlCharacter(String)
  /// The host is none of YouTube's.
  case notYouTube(host: String)
  /// The text is a video id alone, not a link.
  case bareID(String)
  /// A YouTube page that is no video; `page` says which, in words.
  case noVideo(page: String)
  /// A playlist without a video of its own.
  case playlistWithoutVideo(list: String)
  /// What stands where the id belongs has this many of an id's characters in a row, not 11.
  case idLength(id: String, count: Int)
  /// What stands where the id belongs holds a character that no id has.
  case idCharacter(id: String, character: String)
  /// The link wraps a link that wraps a link, and so on, beyond ``YouTubeVideo/maximumWrappers``.
  case tooManyWrappers
}

extension VideoLinkError: CustomStringConvertible {
  /// What is wrong with the link, with the value, and what to do about it.
  public var description: String {
    switch self {
    case .empty:
      "the link is empty"
    case .tooLong(let bytes):
      "the link has \(bytes) bytes; at most \(VideoSource.maximumLinkBytes) are read"
    case .unsupportedScheme(let scheme):
      "not a web link: \(quoted(scheme + ":")); use https"
    case .noScheme(let link):
      "no scheme: \(quoted(link)); begin the link with https://"
    case .badHost(let host):
      "not a host name: \(quoted(host)); write it in ASCII letters, digits, '-' and '.'"
    case .userInformation(let host):
      "a user name before the host: \(quoted(host)); leave it out"
    case .controlCharacter(let link):
      "a control character in the link: \(quoted(link)); leave it out"
    case .notYouTube(let host):
      "not a YouTube host: \(quoted(host))"
    case .bareID(let id):
      "an id alone, not a link: \(quoted(id)); write https://youtu.be/\(id)"
    case .noVideo(let page):
      "a YouTube link without a video: \(page)"
    case .playlistWithoutVideo(let list):
      "a playlist without a video: \(quoted(list)); link to one of its videos"
    case .idLength(let id, let count):
      "not a video id: \(quoted(id)) has \(count) characters, needs \(VideoID.length)"
    case .idCharacter(let id, let character):
      "not a video id: \(quoted(id)) has \(quoted(character)); "
        + "an id is made of ASCII letters, digits, '-' and '_'"
    case .tooManyWrappers:
      "links wrapped in links, more than \(YouTubeVideo.maximumWrappers) deep; use the inner one"
    }
  }
}

/// The most characters of foreign text that a message repeats: one line of a terminal.
private let maximumQuotedCharacters = 80

/// Puts foreign text between quotes, so that it can neither steer a terminal nor flood a log.
private func quoted(_ text: String) -> String {
  var shown = "'"
  for (place, character) in text.unicodeScalars.enumerated() {
    guard place < maximumQuotedCharacters else {
      shown += "…"
      break
    }
    switch character.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator:
      shown += "\\u{" + String(character.value, radix: 16) + "}"
    default:
      shown.unicodeScalars.append(character)
    }
  }
  return shown + "'"
}
