@MainActor final class ClockEffectHandler: EffectHandler {
  private let clocks: RunClocks
  private let server: any ServerKeeping
  private let survey: ClockSurveyor
  /// Sets the clocks in the order of the user's moves.
  private let setting = SerialQueue()

  nonisolated init(_ clocks: RunClocks, server: any ServerKeeping, survey: ClockSurveyor) {
    (self.clocks, self.server, self.survey) = (clocks, server, survey)
  }

  /// Returns when the clocks have moved, so that later work uses the new time.
  func settle() async { await setting.finish() }

  func run(_ effect: ClockEffect, _ report: @escaping @Sendable (Action) -> Void) {
    switch effect {
    case .set(let app, let setting):
      self.setting.add { [clocks, server] in
        clocks.app.set(app)
        clocks.server.set(setting)
        await server.set(setting)
      }
    case .survey(let number, let client): Task { [survey] in report(.clock(.surveyed(number, await survey(client)))) }
    }
  }
}

/// Finds expiry times that the app itself does not know.
struct ClockSurveyor: Sendable {
  let reader: ServerReader
  let serverCertificate: @Sendable () -> PeerCertificate?
  let serverDate: @Sendable () -> ClockSurvey.ServerDate?
  let deviceCertificate: DeviceCertificateFiles?

  func callAsFunction(_ client: String?) async -> ClockSurvey {
    var moments: [ClockMoment] = []
    if let client, case .success(let reading) = await reader.read(.client(client)),
      case .client(let opened?) = reading.content
    {
      if let expiry = opened.client.managedUntil { moments.append(ClockMoment(.registrationToken, expiry)) }
      let refresh = opened.grants.flatMap(\.tokens).filter { $0.kind == .refresh }.map(\.expires)
      if let latest = refresh.max() { moments.append(ClockMoment(.refreshToken, latest)) }
      let sessions = Set(opened.grants.compactMap(\.session))
      if !sessions.isEmpty, case .success(let reading) = await reader.read(.sessions),
        case .sessions(let all) = reading.content,
        let latest = all.filter({ sessions.contains($0.id) }).map(\.expires).max()
      {
        moments.append(ClockMoment(.session, latest))
      }
    }
    if let certificate = serverCertificate() { moments.append(ClockMoment(.serverCertificate, certificate.notAfter)) }
    if let expiry = deviceCertificate?.expiry { moments.append(ClockMoment(.deviceCertificate, expiry)) }
    return ClockSurvey(moments, serverDate: serverDate())
  }
}
