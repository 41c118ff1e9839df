import Programs
import Edge
import AppState
import OAuthClient

/// Predicts the outcome of each step of `flow`, as far as possible.
package struct FlowForecast {
  /// What is known of the server.
  package enum Server {
    /// Judged by its answers.
    case judged(metadata: Result<AuthorizationServerMetadata, CommandError>, findings: [Finding])
    /// The embedded server, which starts with the app.
    case embedded
    /// Nothing is known, because the configuration cannot be read.
    case unknown(CommandError)
  }

  package let server: Server
  package let isRegistered: Bool
  /// How the app gets the right to register, and whether an application server has the client instead.
  package var mode = RegistrationMode.user
  package var usesApplicationServer = false
  /// Whether the configuration names an API for the app.
  package var usesAPI = false
  /// Logins use a browser on another device (RFC 8628).
  package var signsInElsewhere = false
  /// The file that this machine lacks for the registration: the token's file or the device's certificate.
  package var lacking: CommandError?
  /// The step that fails because of the keys.
  package var keyFailure: (step: FlowStep, error: CommandError)?

  package init(
    server: Server, isRegistered: Bool, mode: RegistrationMode = RegistrationMode.user,
    usesApplicationServer: Bool = false, usesAPI: Bool = false, signsInElsewhere: Bool = false,
    lacking: CommandError? = nil, keyFailure: (step: FlowStep, error: CommandError)? = nil
  ) {
    (self.server, self.isRegistered, self.mode) = (server, isRegistered, mode)
    (self.usesApplicationServer, self.usesAPI) = (usesApplicationServer, usesAPI)
    (self.signsInElsewhere, self.lacking, self.keyFailure) = (signsInElsewhere, lacking, keyFailure)
  }

  /// One finding for each step, in the order of the flow.
  package func findings() -> [Finding] {
    var (hasFailed, findings) = (false, [Finding]())
    for step in FlowStep.ofFlow(usesAPI: usesAPI && !usesApplicationServer) {
      let told = hasFailed ? (Finding.Forecast.unreached, String?.none, CommandError?.none) : outcome(of: step)
      hasFailed = hasFailed || told.0 == .fails
      findings.append(finding(step, told.0, told.1, told.2))
    }
    return findings
  }

  /// Why a step is skipped, independent of the server.
  private func reasonToSkip(_ step: FlowStep) -> SkipReason? {
    if usesApplicationServer, step == .userinfo { return .claimsCame }
    if usesApplicationServer, step == .refresh { return .tokensStay }
    return SkipReason.leftOut(mode, isRegistered: isRegistered, usesApplicationServer: usesApplicationServer)
      .first { $0.0 == step }?.1
  }

  private func outcome(of step: FlowStep) -> (Finding.Forecast, String?, CommandError?) {
    let told = outcomeAtServer(of: step)
    guard told.0 != .fails, let keyFailure, keyFailure.step == step else { return told }
    return failure(keyFailure.error)
  }

  private func outcomeAtServer(of step: FlowStep) -> (Finding.Forecast, String?, CommandError?) {
    switch server {
    case .unknown(let error): return failure(error)
    case .embedded:
      if let why = reasonToSkip(step) { return skipped(why) }
      return step == .registrationToken ? lacking.map(failure) ?? works : works
    case .judged(.failure(let error), _): return failure(error)
    case .judged(.success(let metadata), let findings): return outcome(of: step, metadata, findings)
    }
  }

  private func outcome(
    of step: FlowStep, _ metadata: AuthorizationServerMetadata, _ findings: [Finding]
  ) -> (Finding.Forecast, String?, CommandError?) {
    if let why = reasonToSkip(step) { return skipped(why) }
    switch step {
    // If a login cannot be completed later, the flow stops before anything is registered.
    case .discovery where metadata.jwksURI == nil && !usesApplicationServer:
      return problem(of: "jwks", in: findings) ?? works
    case .registrationLogin where signsInElsewhere, .login where signsInElsewhere:
      guard metadata.deviceAuthorizationEndpoint == nil else { return works }
      return failure(CommandError(DeviceAuthorizationRequest.noEndpoint))
    case .registrationToken: return (lacking ?? refusal(metadata)).map(failure) ?? works
    case .register: return problem(of: "token_endpoint_auth", in: findings) ?? works
    case .token:
      for check in ["jwks", "clock", "id_token_alg"] {
        if let problem = problem(of: check, in: findings) { return problem }
      }
      return works
    case .userinfo: return metadata.userinfoEndpoint == nil ? skipped(.noUserinfo) : works
    case .refresh:
      return metadata.offersRefresh
        ? works : (.unknown, "the server does not name the refresh_token grant; some refresh all the same", nil)
    case .logout: return metadata.endSessionEndpoint == nil ? skipped(.noEndSession) : works
    default: return works
    }
  }

  /// The app's error for a server that does not offer the configured way to a token.
  private func refusal(_ metadata: AuthorizationServerMetadata) -> CommandError? {
    do throws(ProtocolError) {
      switch mode {
      case .device: _ = try DeviceTokenRequest.build(metadata: metadata, clientID: "")
      case .push: _ = try PushRequest.build(metadata: metadata, clientID: "", wait: 1)
      case .user, .initialAccessToken, .open, .staticClient: break
      }
      return nil
    } catch { return CommandError(error) }
  }

  private var works: (Finding.Forecast, String?, CommandError?) { (.ok, nil, nil) }

  private func skipped(_ why: SkipReason) -> (Finding.Forecast, String?, CommandError?) {
    (.skipped, why.rawValue, nil)
  }

  private func failure(_ error: CommandError) -> (Finding.Forecast, String?, CommandError?) {
    (.fails, error.explanation, error)
  }

  private func problem(of check: String, in findings: [Finding]) -> (Finding.Forecast, String?, CommandError?)? {
    guard let finding = findings.first(where: { $0.check == check && $0.verdict == .problem }) else { return nil }
    return (.fails, finding.what, finding.error ?? CommandError(FlowForecast.codes[check] ?? .serverReportedError))
  }

  /// The errors that end the flow later because of these findings.
  private static let codes: [String: ProtocolError.Code] = [
    "clock": .idTokenIatInFuture, "id_token_alg": .registrationAlgorithmUnsupported,
    "token_endpoint_auth": .registrationAuthMethodUnsupported,
  ]

  private func finding(_ step: FlowStep, _ outcome: Finding.Forecast, _ why: String?, _ error: CommandError?) -> Finding
  {
    let name = step.rawValue
    let (verdict, what): (Finding.Verdict, String) =
      switch outcome {
      case .ok: (.ok, name)
      case .skipped: (.note, "\(name): will be skipped, \(why ?? "")")
      case .fails: (.problem, "\(name): will fail, \(why ?? "")")
      case .unreached: (.note, "\(name): not reached")
      case .unknown: (.note, "\(name): \(why ?? "not known before the server runs")")
      }
    var finding = Finding(.flow, name, verdict, what)
    (finding.error, finding.why) = (error, why)
    finding.forecast = outcome
    return finding
  }
}
