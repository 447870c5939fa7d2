internal import JSONText

/// The programs of an app folder that take part in a push's life.
public struct AppHandlers: Sendable, Hashable {
  /// The folder that they run in.
  public var folder: String
  /// Changes a push before it is shown.
  public var serviceExtension: AppCommand?
  /// Runs for pushes that wake the app.
  public var backgroundHandler: AppCommand?
  /// Who is told of responses.
  public var responseHandlers: [ResponseHandler]

  /// Makes handlers.
  ///
  /// - Parameters:
  ///   - folder: The folder that they run in.
  ///   - serviceExtension: Changes a push before it is shown.
  ///   - backgroundHandler: Runs for pushes that wake the app.
  ///   - responseHandlers: Who is told of responses.
  public init(
    folder: String, serviceExtension: AppCommand? = nil, backgroundHandler: AppCommand? = nil,
    responseHandlers: [ResponseHandler] = []
  ) {
    self.folder = folder
    self.serviceExtension = serviceExtension
    self.backgroundHandler = backgroundHandler
    self.responseHandlers = responseHandlers
  }
}

extension ResponseHandler {
  /// The handler in words that tell it from others, also after a restart.
  public var words: String {
    switch self {
    case .command(let command):
      "command " + JSONOutput.array(command.arguments.map { .string($0) }).text
    case .webhook(let link): "webhook " + link
    }
  }
}
