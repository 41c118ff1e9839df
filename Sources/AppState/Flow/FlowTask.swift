/// A flow as a value: each kind has its own type, whose cases are its stages in order. Indirect, because it is large and the app's state is copied often.
indirect enum FlowTask: Hashable, Sendable {
  case registration(Registering)
  case authentication(Authenticating)
  /// Also the silent start.
  case refresh(Refreshing)
  case signOut(SigningOut)
  case revokeTokens(Revoking)
  case forgetDevice(Forgetting)
  case updateRegistration(UpdatingRegistration)
  case checkRegistration(CheckingRegistration)
  case signUp(SigningUp)
  case api(CallingAPI)
  /// Any flow whose client the server refused.
  case refused(CheckingRefusedClient)

  var kind: Flow.Kind {
    switch self {
    case .registration: .registration
    case .authentication: .authentication
    case .refresh(let refreshing): if case .session = refreshing.origin { .refresh } else { .silentStart }
    case .signOut: .signOut
    case .revokeTokens: .revokeTokens
    case .forgetDevice: .forgetDevice
    case .updateRegistration: .updateRegistration
    case .checkRegistration: .checkRegistration
    case .signUp: .signUp
    case .api(let call): call.operation == .accounts ? .accounts : .payment
    case .refused(let refusal): refusal.kind
    }
  }

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<FlowTask>? {
    switch self {
    case .registration(let stage): try stage.next(answer, id, &app)?.map(FlowTask.registration)
    case .authentication(let stage): try stage.next(answer, id, &app)?.map(FlowTask.authentication)
    case .refresh(let stage): try stage.next(answer, id, &app)?.map(FlowTask.refresh)
    case .signOut(let stage): try stage.next(answer, id, &app)?.map(FlowTask.signOut)
    case .revokeTokens(let stage): try stage.next(answer, id, &app)?.map(FlowTask.revokeTokens)
    case .forgetDevice(let stage): try stage.next(answer, id, &app)?.map(FlowTask.forgetDevice)
    case .updateRegistration(let stage): try stage.next(answer, id, &app)?.map(FlowTask.updateRegistration)
    case .checkRegistration(let stage): try stage.next(answer, id, &app)?.map(FlowTask.checkRegistration)
    case .signUp(let stage): try stage.next(answer, id, &app)?.map(FlowTask.signUp)
    case .api(let call): try call.next(answer, id, &app)?.map(FlowTask.api)
    case .refused(let refusal): try refusal.next(answer, id, &app)?.map(FlowTask.refused)
    }
  }
}

/// The stages of one kind of flow.
protocol FlowStages: Hashable, Sendable {
  /// Judges the answer that this stage waits for, and continues.
  ///
  /// - Returns: `nil` where the stage does not expect such an answer, which then changes nothing.
  /// - Throws: the error that ends the flow.
  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Self>?
}

/// A flow with data that stay the same from stage to stage.
protocol StagedFlow: FlowStages {
  associatedtype Stage
  var stage: Stage { get set }
}

extension StagedFlow {
  func transition(_ stage: Stage, _ effect: Effect) -> Transition<Self> { Transition(at(stage), effect) }

  func at(_ stage: Stage) -> Self {
    var next = self
    next.stage = stage
    return next
  }
}

/// The result of an answer: the next stage and its effects.
struct Transition<Stage> {
  /// The next stage; `nil`: the flow is over.
  var stage: Stage?
  var effects: [Effect]

  init(_ stage: Stage?, _ effects: [Effect]) { (self.stage, self.effects) = (stage, effects) }
  init(_ stage: Stage, _ effect: Effect) { self.init(stage, [effect]) }

  static func over(_ effects: [Effect] = []) -> Transition { Transition(nil, effects) }
  func map<Other>(_ wrap: (Stage) -> Other) -> Transition<Other> { Transition<Other>(stage.map(wrap), effects) }
}
