import AppState

/// The question "What does the app do next?" with the right message and a few wrong ones.
package struct Prediction: Hashable, Sendable {
  /// The right place of a wrongly predicted message.
  package enum Place: String, Hashable, Sendable { case earlier, later, elsewhere }

  package var choices: [StepMessage]
  package var right: StepMessage
  /// The trainee's choice; `nil`: none yet.
  package var answer: StepMessage?

  package var isRight: Bool { answer == right }

  /// - Parameter turn: varies the position of the right choice.
  package init(_ right: StepMessage, turn: Int) {
    self.right = right
    var choices = Prediction.mistakes[right] ?? []
    choices.insert(right, at: turn % (choices.count + 1))
    self.choices = choices
  }

  /// Plausible wrong answers, by the right one: messages that come earlier, later or never.
  private static let mistakes: [StepMessage: [StepMessage]] = namedRows(of: "mistakes.txt")
}

extension Phone<Stepping> {
  /// The place of this message relative to the held one.
  package func place(of answer: StepMessage) -> Prediction.Place {
    guard let flow = state.flow, let held = own.heldMessage?.name else { return .elsewhere }
    // Before the metadata are known, the configuration decides.
    let demands = state.metadata == nil ? state.settings.keys : state.keyRequirements
    let order = StepMessage.order(
      of: flow.kind, state.settings.registration, hasApplicationServer: state.usesApplicationServer,
      pushes: demands.pushedAuthorization, signsInElsewhere: state.signsInElsewhere)
    guard let here = order.firstIndex(of: held), let there = order.firstIndex(of: answer) else { return .elsewhere }
    return there < here ? .earlier : .later
  }
}

extension StepMessage {
  /// The messages of a flow in order. Some may be left out: metadata that are already known, keys if there is no ID token.
  static func order(
    of kind: Flow.Kind, _ mode: RegistrationMode, hasApplicationServer: Bool, pushes: Bool = false,
    signsInElsewhere: Bool = false
  ) -> [StepMessage] {
    let order = order(of: kind, mode, hasApplicationServer: hasApplicationServer)
    if signsInElsewhere { return order.flatMap(\.elsewhere) }
    guard pushes, let login = order.firstIndex(where: { [.openRegistrationLogin, .openLogin].contains($0) }) else {
      return order
    }
    return order[..<login] + [.pushAuthorization] + order[login...]
  }

  /// The messages that replace it if the user's browser is on another device.
  private var elsewhere: [StepMessage] {
    switch self {
    case .openRegistrationLogin, .openLogin: [.askForCodes]
    case .registrationToken, .token: [.askWhetherDone]
    case .openSignOut: []
    default: [self]
    }
  }

  private static func order(of kind: Flow.Kind, _ mode: RegistrationMode, hasApplicationServer: Bool) -> [StepMessage] {
    switch kind {
    case .registration:
      switch mode {
      case .user: [.metadata, .openRegistrationLogin, .registrationToken, .register, .saveRegistration]
      case .device: [.metadata, .deviceToken, .register, .saveRegistration]
      case .push: [.metadata, .push, .register, .saveRegistration]
      case .initialAccessToken, .open, .staticClient: [.metadata, .register, .saveRegistration]
      }
    case .authentication, .stepUp:
      hasApplicationServer
        ? [.metadata, .openLogin, .application] : [.metadata, .openLogin, .token, .jwks, .userinfo, .saveTokens]
    case .refresh, .silentStart: [.metadata, .refresh, .jwks, .userinfo, .saveTokens]
    case .signOut: [.metadata, .openSignOut, .clearTokens]
    case .forgetDevice: [.deleteRegistration, .eraseKeystore]
    case .signUp: [.signUp]
    case .accounts, .payment: [.probeAPI, .readResource, .askAPI]
    case .revokeTokens: [.metadata, .revokeToken, .clearTokens]
    case .updateRegistration: [.updateRegistration, .saveRegistration]
    case .checkRegistration: [.readRegistration, .saveRegistration]
    }
  }
}
