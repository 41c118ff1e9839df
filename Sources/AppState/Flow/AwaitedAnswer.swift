/// What a flow waits for. It follows from the effect that was asked for last, and one answer uses it up: so a redirect that
/// is delivered twice redeems one code, and a browser that closes after its redirect cancels nothing.
enum AwaitedAnswer: Hashable, Sendable {
  case server, preparation, userAgent, idTokenJudgement, keystore, tokenFile, pause
  case response(Reply)
}

extension Effect {
  /// The answer that this effect brings to a flow; `nil` where none has to come.
  var awaitedAnswer: AwaitedAnswer? {
    switch self {
    case .ensureServer: .server
    case .send(_, _, let reply): .response(reply)
    case .readInitialAccessToken: .tokenFile
    case .pause: .pause
    case .prepareAuthorization: .preparation
    case .openUserAgent: .userAgent
    case .checkIDToken: .idTokenJudgement
    case .saveRegistration, .saveTokens, .clearTokens, .eraseKeystore: .keystore
    case .loadKeystore, .unlockKeystore, .abandon, .wake, .clearBrowserData, .readServer, .administer,
      .searchMessages, .examineKeystore, .tryKeystore, .export, .writeEvidence, .lessons, .phones, .savePreferences,
      .turn, .setFaults,
      .setClocks, .surveyClock, .checks, .quit:
      nil
    }
  }
}

extension AppState {
  mutating func awaitAnswers(of effects: [Effect]) {
    for answer in effects.compactMap(\.awaitedAnswer) { flow?.context.awaits = answer }
  }

  /// Whether the disk is being written for the flow: then there is no way back, or disk and state would differ.
  var isStoring: Bool { flow?.context.awaits == .keystore }
}
