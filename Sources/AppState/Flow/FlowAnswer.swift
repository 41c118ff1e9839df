import Keystore
import OAuthClient
import SharedValues

public enum FlowAnswer: Hashable, Sendable {
  case serverReady
  case serverFailed(String, exitCode: Int32?)
  case response(Reply, Result<HTTPResponse, TransportFailure>)
  case initialAccessToken(Result<Secret, AppError>)
  case paused
  /// The random values are drawn, and the app can receive a redirect to `redirectURI`: the configured URI, with its actual port.
  case prepared(AuthorizationSecrets, redirectURI: RedirectURI)
  /// No redirect can be received, e.g. because the port of the redirect URI is taken.
  case notPrepared(UserAgentFailure)
  case returned(UserAgentOutcome)
  case keys(Result<InstanceKeys, KeyFailure>)
  /// The secure element did not sign, and nothing was sent.
  case notSigned(Reply, KeyFailure)
  case idTokenJudged(Result<IDTokenClaims, ProtocolError>)
  case saved
  case notSaved(KeystoreError)
  /// The names of the files.
  case erased([String])
  case notErased(KeystoreError)

  var kind: AwaitedAnswer {
    switch self {
    case .serverReady, .serverFailed: .server
    case .response(let reply, _), .notSigned(let reply, _): .response(reply)
    case .keys: .keys
    case .initialAccessToken: .tokenFile
    case .paused: .pause
    case .prepared, .notPrepared: .preparation
    case .returned: .userAgent
    case .idTokenJudged: .idTokenJudgement
    case .saved, .notSaved, .erased, .notErased: .keystore
    }
  }
}

/// The answer that a flow waits for. It follows from the last effect and is used up by one answer: so a redirect that is delivered twice redeems one
/// code, and a browser that closes after its redirect cancels nothing.
enum AwaitedAnswer: Hashable, Sendable {
  case server, preparation, keys, userAgent, idTokenJudgement, keystore, tokenFile, pause
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
    case .prepareKeys: .keys
    case .openUserAgent: .userAgent
    case .checkIDToken: .idTokenJudgement
    case .saveRegistration, .saveTokens, .clearTokens, .eraseKeystore: .keystore
    default: nil
    }
  }
}

extension AppState {
  /// Continues the flow under way if it waits for this answer. A judge's refusal ends the flow.
  mutating func goOn(_ id: FlowID, _ answer: FlowAnswer) -> [Effect] {
    guard let running = flow, running.id == id, running.awaits == answer.kind else { return [] }
    flow?.awaits = nil
    do throws(AppError) {
      if let again = try retryWithNonce(of: answer, in: running) { return again }
      switch answer {
      case .notPrepared(let failure): throw userAgentFailure(failure)
      case .notErased(let error): throw keystoreFailure(error)
      case .notSigned(_, let failure): throw keyFailure(failure)
      // A server that does not start must not stop the user from forgetting the device.
      case .serverFailed(let reason, let exitCode) where running.kind != .forgetDevice:
        throw AppError(.embeddedServerFailed, step: running.step, cause: .embeddedServer(reason, exitCode: exitCode))
      default: return move(try running.task.next(answer, id, &self))
      }
    } catch {
      let saving = keepManagement(by: answer, id)
      return fail(traced(error, to: answer, in: running)) + saving
    }
  }

  /// An answer about the registration that is refused may still have brought the only token that manages it.
  private mutating func keepManagement(by answer: FlowAnswer, _ id: FlowID) -> [Effect] {
    guard case .response(let reply, .success(let response)) = answer,
      [.registrationRead, .registrationUpdate].contains(reply), let kept = currentRegistration?.managed(as: response)
    else { return [] }
    keep(kept)
    return [.saveRegistration(id, kept, registeredAt: registeredAt ?? now)]
  }

  /// Adds to the error the address that the answer came from and the faults that were injected.
  func traced(_ error: AppError, to answer: FlowAnswer, in flow: Flow) -> AppError {
    var error = error
    error.url = error.url ?? address(asked: answer, in: flow)
    if error.faults.isEmpty { error.faults = faults(behind: error, in: flow) }
    return error
  }

  /// The injected faults of this step that can be the cause.
  private func faults(behind error: AppError, in flow: Flow) -> [String] {
    let touched = recentMessages.filter { $0.flow?.id == flow.id && $0.step == flow.step }
    switch error.cause {
    // Only the faults of its own exchange can break a connection, and a delay only causes a time-out.
    case .transport(let failure, _):
      let marks = touched.last { $0.endpoint == flow.sent?.endpoint }?.faultMarks ?? []
      return marks.filter { !$0.isDelay || failure.code == .timeout }.map(\.words)
    // Errors of disk and keystore name their injected faults themselves.
    case .keystore, .storedState, .file: return []
    case .server, .userAgent, .key, .embeddedServer, .app:
      let marks = touched.map { $0.faultMarks.filter { !$0.isDelay } }
      return marks.last { !$0.isEmpty }?.map(\.words) ?? []
    }
  }

  /// The address that the answer came from; `nil` where it did not come from a server.
  private func address(asked answer: FlowAnswer, in flow: Flow) -> String? {
    switch answer {
    case .response: flow.sent?.url
    case .idTokenJudged: metadata?.tokenEndpoint
    case .returned(.redirect): flow.step == .logout ? metadata?.endSessionEndpoint : metadata?.authorizationEndpoint
    default: nil
    }
  }

  mutating func move(_ transition: Transition<FlowTask>?) -> [Effect] {
    guard let transition else { return [] }
    if let stage = transition.stage { flow?.task = stage }
    return transition.effects
  }

  mutating func awaitAnswers(of effects: [Effect]) {
    for effect in effects {
      guard let answer = effect.awaitedAnswer else { continue }
      flow?.awaits = answer
      guard case .send(_, let request, _) = effect else { continue }
      if flow?.sent?.url != request.url { flow?.hasRetriedWithNonce = false }
      flow?.sent = request
    }
  }

  mutating func go(to step: FlowStep) {
    flow?.step = step
    flow?.stepStarted = now
    flow?.unanswered = nil
  }

  /// Masks these secrets, sent or received in this flow, in errors that quote them.
  mutating func mayBeQuoted(_ secrets: Secret?...) { flow?.quotable += secrets.compactMap { $0 } }
}
