import AppState
import Foundation
import HTTPTransport
import SharedValues

/// The clocks of a run: the app's, which everything in this process asks, and what the embedded server's shows.
struct RunClocks: Sendable {
  var app = AdjustableClock()
  var server = AdjustableClock()
}

/// Sets the clocks of app and embedded server, and finds out what ends when.
struct ClockDesk: Sendable {
  var clocks = RunClocks()
  var server: any ServerKeeping
  var reader = ServerReader(databasePath: "")
  /// The server's certificate as the app has seen it last.
  var serverCertificate: @Sendable () -> PeerCertificate? = { nil }
  /// What the server's clock showed in its last answer.
  var serverDate: @Sendable () -> ClockSurvey.ServerDate? = { nil }
  var deviceCertificate: DeviceCertificateFiles?

  func set(app: ClockSetting, server setting: ClockSetting) async {
    clocks.app.set(app)
    clocks.server.set(setting)
    await server.set(setting)
  }

  /// - Parameter client: whose tokens are asked for.
  func survey(_ client: String?) async -> ClockSurvey {
    var moments: [ClockMoment] = []
    if let client, case .success(let reading) = await reader.read(.client(client)),
      case .client(let opened?) = reading.content
    {
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
