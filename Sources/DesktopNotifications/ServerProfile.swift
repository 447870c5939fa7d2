/// What is known of a notification server beyond its capabilities: how it behaves, as data.
///
/// The rows were measured on the versions named in the README, or read in the server's source.
public struct ServerProfile: Hashable, Sendable {
  /// Where the action buttons are.
  public enum Buttons: Hashable, Sendable {
    /// On the notification, at most so many.
    case shown(Int)
    /// In a menu of the server's own; `how` says how it is opened.
    case menu(how: String)
    /// Nowhere, although the server announces `actions`.
    case notShown
  }

  /// What a click on the notification itself does.
  public enum BodyClick: Hashable, Sendable {
    /// It invokes `default`.
    case invokesDefault
    /// It puts the notification away; `default` is a button.
    case dismisses
    /// It invokes `default`, which is a button too.
    case invokesDefaultAndButton
  }

  /// How a picture is to be handed over.
  public enum Picture: Hashable, Sendable {
    /// A `file:` URI in `image-path`.
    case uri
    /// A plain path in `image-path`.
    case path
    /// The pixels in `image-data`.
    case data
  }

  /// Who plays sounds.
  public enum Sound: Hashable, Sendable {
    /// The server plays what the hints name.
    case played
    /// The server plays nothing, whatever it announces.
    case silent
    /// The server plays a sound of its own choice, which no hint can silence.
    case alwaysPlays
  }

  /// How a button's label must be written to be shown as it is.
  public enum Labels: Hashable, Sendable {
    /// As it is.
    case plain
    /// As markup: a bare `&` or `<` leaves the button empty.
    case markup
    /// With `&` doubled, as a single one marks a letter; where there are more actions than so many,
    /// they are a list, which takes them as they are.
    case doubledAmpersand(upTo: Int)
    /// With `&` doubled before what is no space; and as markup where there is a `<`.
    case plasma
  }

  /// The product in words.
  public var title: String
  /// Where the action buttons are.
  public var buttons: Buttons
  /// What a click on the notification itself does.
  public var bodyClick: BodyClick
  /// How a button's label must be written to be shown as it is.
  public var labels: Labels
  /// How a picture is to be handed over.
  public var picture: Picture
  /// Who plays sounds; nil leaves it to the capability `sound`.
  public var sound: Sound?
  /// What parts lines in a body with markup.
  public var lineBreak: String
  /// Whether a text field announced by `inline-reply` may be switched off in the server's settings.
  public var inlineReplyMayBeOff: Bool
  /// Whether the end of a notification that nobody answered is told.
  public var tellsExpiry: Bool
  /// Whether a dismissal is told as an expiry.
  public var dismissesAsExpired: Bool
  /// Whether it takes a notification away when its sender leaves the bus and named an installed
  /// desktop file.
  public var needsSender: Bool
  /// Whether its capabilities change while it runs.
  public var capabilitiesVary: Bool
  /// What a user should know, in sentences.
  public var remarks: [String]

  /// The most action buttons that are ever sent: GNOME shows three and drops the rest.
  public static let maximumButtons = 3

  init(
    _ title: String, buttons: Buttons = .shown(maximumButtons),
    bodyClick: BodyClick = .invokesDefault, labels: Labels = .plain, picture: Picture = .path,
    sound: Sound? = nil,
    lineBreak: String = "\n", inlineReplyMayBeOff: Bool = false, tellsExpiry: Bool = true,
    dismissesAsExpired: Bool = false, needsSender: Bool = false,
    capabilitiesVary: Bool = false, remarks: [String] = []
  ) {
    self.title = title
    self.buttons = buttons
    self.bodyClick = bodyClick
    self.labels = labels
    self.picture = picture
    self.sound = sound
    self.lineBreak = lineBreak
    self.inlineReplyMayBeOff = inlineReplyMayBeOff
    self.tellsExpiry = tellsExpiry
    self.dismissesAsExpired = dismissesAsExpired
    self.needsSender = needsSender
    self.capabilitiesVary = capabilitiesVary
    self.remarks = remarks
  }
}
