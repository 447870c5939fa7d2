internal import NotificationModel

/// The keys of `app.json`.
enum AppFolderKey: String, CaseIterable {
  case bundleIdentifier, name, icon, categories, grouping, videoKey
  case attachments, serviceExtension, backgroundHandler, responseHandlers, contentExtensions

  /// What this version does not do with a key that it knows, in words; nil where it does it all.
  var unused: String? {
    switch self {
    case .bundleIdentifier, .name, .icon, .categories, .grouping, .videoKey, .serviceExtension,
      .backgroundHandler, .responseHandlers:
      nil
    case .attachments: "attachments are not fetched"
    case .contentExtensions: "the pages are not shown"
    }
  }
}

/// The keys of a category.
enum CategoryKey: String, CaseIterable {
  case identifier, actions, options, hiddenPreviewsBodyPlaceholder, categorySummaryFormat
}

/// The keys of an action.
enum ActionKey: String, CaseIterable {
  case identifier, title, options, textInput
}

/// The keys of an action's text input.
enum TextInputKey: String, CaseIterable {
  case buttonTitle, placeholder
}

/// The keys of a program that is run.
enum CommandKey: String, CaseIterable {
  case command, timeLimit
}

/// The keys of a response handler.
enum ResponseHandlerKey: String, CaseIterable {
  case command, webhook
}

/// The keys of a content extension; Apple's but for `page`, which stands for the storyboard.
enum ContentExtensionKey: String, CaseIterable {
  case page
  case categories = "UNNotificationExtensionCategory"
  case initialContentSizeRatio = "UNNotificationExtensionInitialContentSizeRatio"
  case defaultContentHidden = "UNNotificationExtensionDefaultContentHidden"
  case overridesDefaultTitle = "UNNotificationExtensionOverridesDefaultTitle"
  case userInteractionEnabled = "UNNotificationExtensionUserInteractionEnabled"
}

/// The names of `UNNotificationCategoryOptions`.
enum CategoryOptionName: String, CaseIterable {
  case customDismissAction, allowInCarPlay, hiddenPreviewsShowTitle, hiddenPreviewsShowSubtitle
  case allowAnnouncement

  var option: UNNotificationCategoryOptions {
    switch self {
    case .customDismissAction: .customDismissAction
    case .allowInCarPlay: .allowInCarPlay
    case .hiddenPreviewsShowTitle: .hiddenPreviewsShowTitle
    case .hiddenPreviewsShowSubtitle: .hiddenPreviewsShowSubtitle
    case .allowAnnouncement: .allowAnnouncement
    }
  }
}

/// The names of `UNNotificationActionOptions`.
enum ActionOptionName: String, CaseIterable {
  case authenticationRequired, destructive, foreground

  var option: UNNotificationActionOptions {
    switch self {
    case .authenticationRequired: .authenticationRequired
    case .destructive: .destructive
    case .foreground: .foreground
    }
  }
}
