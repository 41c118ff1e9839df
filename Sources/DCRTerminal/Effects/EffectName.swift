extension Effect {
  /// The effect's name for the log, without its values.
  var name: String {
    switch self {
    case .loadKeystore: "load keystore"
    case .unlockKeystore: "unlock keystore"
    case .saveRegistration: "save registration"
    case .saveTokens: "save tokens"
    case .clearTokens: "clear tokens"
    case .eraseKeystore: "erase keystore"
    case .prepareKeys: "prepare keys"
    case .retireKeys: "retire keys"
    case .answerPresence: "answer presence"
    case .ensureServer: "ensure server"
    case .send(_, let request, _): "send to \(request.endpoint.rawValue)"
    case .readInitialAccessToken: "read initial access token"
    case .pause: "pause"
    case .prepareAuthorization: "prepare authorization"
    case .openUserAgent(_, let kind, _, _, _): "open user agent \(kind.rawValue)"
    case .checkIDToken: "check ID token"
    case .abandon: "abandon flow"
    case .wake: "wake"
    case .clearBrowserData: "clear browser data"
    case .tool(let order): order.effect.name
    case .phones: "phones"
    case .savePreferences: "save preferences"
    case .quit: "quit"
    }
  }
}
