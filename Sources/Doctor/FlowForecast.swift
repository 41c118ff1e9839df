package struct FlowForecast {
  package enum Server {
    case judged(metadata: Result<AuthorizationServerMetadata, CommandError>, findings: [Finding])
    /// The embedded server, which starts with the app.
    case embedded
    /// Nothing is known, because the configuration cannot be read.
    case unknown(CommandError)
  }

  let server: Server
  let isRegistered: Bool
  /// How the app gets the right to register, and whether an application server has the client instead.
  var mode = RegistrationMode.user
  var usesApplicationServer = false
  var usesAPI = false
  /// Logins use a browser on another device (RFC 8628).
  var signsInElsewhere = false
  var lacking: CommandError?
  var keyFailure: (step: FlowStep, error: CommandError)?

  private typealias Outcome = (forecast: Finding.Forecast, why: String?, error: CommandError?)

  func findings() -> [Finding] {
    var hasFailed = false
    return FlowStep.ofFlow(usesAPI: usesAPI && !usesApplicationServer).map { step in
      let told = hasFailed ? (.unreached, nil, nil) : outcome(of: step)
      hasFailed = hasFailed || told.forecast == .fails
      return finding(step, told)
    }
  }

  private func reasonToSkip(_ step: FlowStep) -> SkipReason? {
    if usesApplicationServer, step == .userinfo { return .claimsCame }
    if usesApplicationServer, step == .refresh { return .tokensStay }
    return SkipReason.leftOut(mode, isRegistered: isRegistered, usesApplicationServer: usesApplicationServer)
      .first { $0.0 == step }?.1
  }

  private func outcome(of step: FlowStep) -> Outcome {
    let told = outcomeAtServer(of: step)
    guard told.forecast != .fails, let keyFailure, keyFailure.step == step else { return told }
    return failure(keyFailure.error)
  }

  private func outcomeAtServer(of step: FlowStep) -> Outcome {
    switch server {
    case .unknown(let error): return failure(error)
    case .embedded:
      if let why = reasonToSkip(step) { return skipped(why) }
      return step == .registrationToken ? lacking.map(failure) ?? works : works
    case .judged(.failure(let error), _): return failure(error)
    case .judged(.success(let metadata), let findings): return outcome(of: step, metadata, findings)
    }
  }

  private func outcome(of step: FlowStep, _ metadata: AuthorizationServerMetadata, _ findings: [Finding]) -> Outcome {
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

  private var works: Outcome { (.ok, nil, nil) }

  private func skipped(_ why: SkipReason) -> Outcome { (.skipped, why.rawValue, nil) }
  private func failure(_ error: CommandError) -> Outcome { (.fails, error.explanation, error) }

  private func problem(of check: String, in findings: [Finding]) -> Outcome? {
    guard let finding = findings.first(where: { $0.check == check && $0.verdict == .problem }) else { return nil }
    return (.fails, finding.what, finding.error ?? CommandError(FlowForecast.codes[check] ?? .serverReportedError))
  }

  /// The errors that end the flow later because of these findings.
  private static let codes: [String: ProtocolError.Code] = [
    "id_token_alg": .registrationAlgorithmUnsupported, "token_endpoint_auth": .registrationAuthMethodUnsupported,
  ]

  private func finding(_ step: FlowStep, _ told: Outcome) -> Finding {
    let name = step.rawValue
    let (verdict, what): (Finding.Verdict, String) =
      switch told.forecast {
      case .ok: (.ok, name)
      case .skipped: (.note, "\(name): will be skipped, \(told.why ?? "")")
      case .fails: (.problem, "\(name): will fail, \(told.why ?? "")")
      case .unreached: (.note, "\(name): not reached")
      case .unknown: (.note, "\(name): \(told.why ?? "not known before the server runs")")
      }
    var finding = Finding(.flow, name, verdict, what)
    (finding.forecast, finding.why, finding.error) = told
    return finding
  }
}

package enum SkipReason: String, Hashable {
  case registered = "this device is registered already"
  case applicationServer = "the application server has a client of its own"
  case claimsCame = "the application server asked, and sent the claims with the token"
  case tokensStay = "the application server hands out no refresh token"
  case deviceToken = "the device's certificate takes the place of a login"
  case pushedToken = "the server pushes the token, so nobody logs in"
  case tokenFile = "the token comes from a file, so nobody logs in"
  case open = "the server lets anybody register"
  case staticClient = "a static client is used, so nothing is registered"
  case noRefreshToken = "the server issued no refresh token"
  case refreshNotGranted = "this server does not refresh for this client"
  case noUserinfo = "the server has no userinfo endpoint"
  case noAPI = "the configuration names no API that the app asks"
  case noEndSession = "the server has no end session endpoint"

  package static let registrationSteps: [FlowStep] = [.registrationLogin, .registrationToken, .register]

  /// The registration's steps that are skipped, each with its reason: all of them, or those that the way to a token does not need.
  package static func leftOut(
    _ mode: RegistrationMode, isRegistered: Bool, usesApplicationServer: Bool
  ) -> [(FlowStep, SkipReason)] {
    if usesApplicationServer { return registrationSteps.map { ($0, .applicationServer) } }
    if !mode.registers { return registrationSteps.map { ($0, .staticClient) } }
    if isRegistered { return registrationSteps.map { ($0, .registered) } }
    let reasons: [RegistrationMode: SkipReason] = [
      .device: .deviceToken, .push: .pushedToken, .initialAccessToken: .tokenFile, .open: .open,
    ]
    guard let why = reasons[mode] else { return [] }
    return registrationSteps.filter { !mode.registrationSteps.contains($0) }.map { ($0, why) }
  }
}
