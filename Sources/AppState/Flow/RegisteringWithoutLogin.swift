import Foundation
import OAuthClient
import SharedValues

/// The two ways in which a device that the server trusts gets its dcr token without anybody logging in.
extension AppState {
  /// How long the app waits for a push: as long as a person may take in the browser.
  public static let pushLimit: TimeInterval = 300
  /// The pause between two questions, so that a server that does not hold its answer is not asked without end.
  static let pushPause: Duration = .seconds(1)

  mutating func askForDeviceToken() throws(AppError) -> [Effect] {
    guard let metadata else { return [] }
    go(to: .registrationToken)
    auth = .fetchingToken(.registration)
    let request = try judged { () throws(ProtocolError) in
      try DeviceTokenRequest.build(metadata: metadata, clientID: settings.deviceClientID)
    }
    return send(request, .deviceToken)
  }

  mutating func deviceTokenArrived(_ response: HTTPResponse) throws(AppError) -> [Effect] {
    let token = try judged { () throws(ProtocolError) in try DeviceTokenRequest.judge(response, now: now) }
    return try register(with: token)
  }

  /// Asks the push channel, and asks again while nothing was pushed and there is time.
  mutating func awaitPush() throws(AppError) -> [Effect] {
    guard let metadata else { return [] }
    if flow?.step != .registrationToken {
      go(to: .registrationToken)
      auth = .fetchingToken(.registration)
    }
    let request = try judged { () throws(ProtocolError) in
      try PushRequest.build(metadata: metadata, clientID: settings.deviceClientID, wait: settings.pushWait)
    }
    return send(request, .push)
  }

  mutating func pushAnswered(_ response: HTTPResponse) throws(AppError) -> [Effect] {
    let token = try judged { () throws(ProtocolError) in try PushRequest.judge(response, now: now) }
    if let token { return try register(with: token) }
    guard let running = flow, now.timeIntervalSince(running.stepStarted) < AppState.pushLimit else {
      let minutes = "\(Int(AppState.pushLimit / 60)) minutes"
      throw AppError(.pushTimedOut, step: .registrationToken, cause: .app(detail: minutes))
    }
    return [.pause(running.id, AppState.pushPause)]
  }

  mutating func paused() throws(AppError) -> [Effect] { try awaitPush() }
}
