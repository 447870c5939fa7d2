// The keys of a payload: one list for each place. Source: Apple, "Generating a remote
// notification", and the archived "Payload Key Reference".

/// The keys of `aps`.
enum APSKey: String, CaseIterable {
  case alert
  case badge
  case sound
  case threadID = "thread-id"
  case category
  case contentAvailable = "content-available"
  case mutableContent = "mutable-content"
  case targetContentID = "target-content-id"
  case interruptionLevel = "interruption-level"
  case relevanceScore = "relevance-score"
  case filterCriteria = "filter-criteria"
  // Live Activities.
  case event
  case timestamp
  case contentState = "content-state"
  case staleDate = "stale-date"
  case dismissalDate = "dismissal-date"
  case attributesType = "attributes-type"
  case attributes
  case inputPushToken = "input-push-token"
  case inputPushChannel = "input-push-channel"
  // Without effect here: iOS reads the first, Safari the second.
  case topicID = "topic-id"
  case urlArgs = "url-args"

  static let names = allCases.map(\.rawValue)
}

/// The keys of `aps.alert`.
enum AlertKey: String, CaseIterable {
  case title
  case subtitle
  case body
  case launchImage = "launch-image"
  case titleLocKey = "title-loc-key"
  case titleLocArgs = "title-loc-args"
  case subtitleLocKey = "subtitle-loc-key"
  case subtitleLocArgs = "subtitle-loc-args"
  case locKey = "loc-key"
  case locArgs = "loc-args"
  // Deprecated since iOS 15; they still fill summaries here.
  case summaryArg = "summary-arg"
  case summaryArgCount = "summary-arg-count"
  // Without effect: the slide-to-unlock text of iOS 9 and before, and Safari's button.
  case actionLocKey = "action-loc-key"
  case action

  static let names = allCases.map(\.rawValue)
}

/// The keys of `aps.sound` where it is an object.
enum SoundKey: String, CaseIterable {
  case critical
  case name
  case volume

  static let names = allCases.map(\.rawValue)
}

/// The keys beside `aps` that have a meaning.
enum TopKey: String, CaseIterable {
  case aps
  /// The bundle identifier, for `xcrun simctl push` and for drops onto the simulator.
  case simulatorTarget = "Simulator Target Bundle"

  static let names = allCases.map(\.rawValue)
}

/// The values of `aps.interruption-level`, exactly as iOS reads them; case counts.
let interruptionLevelNames = ["passive", "active", "time-sensitive", "critical"]
