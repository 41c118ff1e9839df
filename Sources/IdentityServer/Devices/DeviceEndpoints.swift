import SmallFiles
import SwiftASN1
import Synchronization
import X509

/// The endpoints for trusted devices, over mutual TLS: a dcr token at once, or after the administrator allows it.
extension Provider {
  /// The routes of the port for devices. There are no others, so a device's certificate opens nothing else.
  func deviceRoutes() -> RoutingTable {
    var table = RoutingTable()
    table.on(["POST"], Addresses.tokenPath, as: .token, deviceToken)
    table.on(["POST"], Addresses.pushPath, as: .push, push)
    return table
  }

  /// Client credentials (RFC 6749 §4.4), for the scope `dcr` only, without a refresh token (§4.4.3).
  @Sendable func deviceToken(_ request: ServerRequest) async throws -> ServerResponse {
    let form = try request.requiredForm()
    let device = try await authenticatedDevice(request, form)
    guard let grant = form["grant_type"] else { throw OAuthError(.invalidRequest, "grant_type is required") }
    guard grant == "client_credentials" else {
      throw OAuthError(.unsupportedGrantType, "only client_credentials is offered here")
    }
    try judgeScope(form)
    let token = try await store.pool.write { [now, lifetimes] in
      try Store.issueInitialAccessToken(.device, device: device, now: now, lifetime: lifetimes.registrationToken, $0)
    }
    return tokenResponse(token, note: "dcr token issued to device \(device)")
  }

  /// The push channel: a poll that the server holds until it has a token or `Prefer: wait` is over (RFC
  /// 7240 §4.3). 204 means: no token yet, poll again.
  @Sendable func push(_ request: ServerRequest) async throws -> ServerResponse {
    let form = try request.requiredForm()
    let device = try await authenticatedDevice(request, form)
    try judgeScope(form)
    // The answer is held, because the administrator may allow a token meanwhile. The wait uses the machine's clock.
    let end = ContinuousClock.now + .seconds(PushWait.seconds(request))
    let poll = newestPolls.next(device)
    repeat {
      if let token = try await store.pushedToken(
        for: device, automatic: configuration.policies.push == .automatic, now: now,
        lifetime: lifetimes.registrationToken,
        unless: { newestPolls.isOver(poll, device) })
      {
        return tokenResponse(token, note: "dcr token pushed to device \(device)")
      }
      guard ContinuousClock.now < end else { break }
      do { try await Task.sleep(for: PushWait.step) } catch { break }
    } while true
    return .empty(204, note: "nothing pushed yet")
  }

  private func judgeScope(_ form: FormParameters) throws(OAuthError) {
    guard try judgedScope(form["scope"] ?? ConfiguredClients.registrationScope) == [ConfiguredClients.registrationScope]
    else { throw OAuthError(.invalidScope, "devices may ask for dcr alone") }
  }

  private func tokenResponse(_ token: String, note: String) -> ServerResponse {
    metrics.issued([.registration])
    return .json(
      [
        "access_token": .string(token), "token_type": "bearer",
        "expires_in": .number(String(Int(lifetimes.registrationToken))),
        "scope": .string(ConfiguredClients.registrationScope),
      ], note: note)
  }
}

/// Tells which poll of a device is the newest. A device that cancels and polls again leaves an old poll that is still
/// held here; a token must not go to it, because the device no longer reads its answer.
final class NewestPolls: Sendable {
  private let newest = Mutex<[String: Int]>([:])

  func next(_ device: String) -> Int {
    newest.withLock { newest in
      newest[device, default: 0] += 1
      return newest[device, default: 0]
    }
  }

  func isOver(_ poll: Int, _ device: String) -> Bool { newest.withLock { $0[device] != poll } }
}

/// How long an answer of the push channel is held.
enum PushWait {
  static let longest = 20
  static let step: Duration = .milliseconds(150)

  /// The seconds in `Prefer: wait=10`; 0 without it.
  static func seconds(_ request: ServerRequest) -> Int {
    let preferences = request.headers[all: "Prefer"].flatMap { $0.split(scalar: ",") }
    for preference in preferences {
      let parts = preference.split(scalar: "=", maxSplits: 1).map { $0.trimmingCharacters(in: .whitespaces) }
      guard parts.count == 2, parts[0].lowercased() == "wait", let seconds = Int(parts[1]), seconds >= 0 else {
        continue
      }
      return min(seconds, longest)
    }
    return 0
  }
}

/// Identifies the device of a connection (RFC 8705 §2.1): TLS has proved that the device holds the certificate's key;
/// everything else about the certificate is judged here.
///
/// TLS accepts any certificate or none here, so that the answer can be `invalid_client` (RFC 8705 §2).
enum DeviceAuthentication {
  /// - Returns: the certificate's SHA-256.
  /// - Throws: `invalid_client`; the reason goes to the log only.
  static func judge(_ certificate: [UInt8]?, of authority: Certificate) async throws(OAuthError) -> Data {
    guard let certificate else { throw OAuthError.invalidClient("no client certificate") }
    guard let parsed = try? Certificate(derEncoded: certificate) else {
      throw OAuthError.invalidClient("the client certificate cannot be read")
    }
    // By the machine's time, like all judgements of certificates.
    var verifier = Verifier(rootCertificates: CertificateStore([authority])) { RFC5280Policy() }
    guard case .validCertificate = await verifier.validate(leaf: parsed, intermediates: CertificateStore()) else {
      throw OAuthError.invalidClient("the client certificate is expired, or another authority's")
    }
    guard let usage = try? parsed.extensions.extendedKeyUsage, usage.contains(.clientAuth) else {
      throw OAuthError.invalidClient("the certificate is not made for clients")
    }
    return Data(Primitives.sha256(certificate))
  }
}

extension Provider {
  /// The device, as the shared client of all devices; any that is not enrolled is `invalid_client`.
  func authenticatedDevice(_ request: ServerRequest, _ form: FormParameters) async throws -> String {
    guard form["client_id"] == ConfiguredClients.device.id else {
      throw OAuthError.invalidClient("not the device client")
    }
    guard form["client_secret"] == nil, request.headers[first: "Authorization"] == nil else {
      throw OAuthError(.invalidRequest, "more than one way of client authentication is used")
    }
    guard let pem = SmallFile.whole(configuration.certificateAuthorityPath, limit: LocalCertificates.largestFile),
      let authority = try? Certificate(pemEncoded: String(decoding: pem, as: UTF8.self))
    else { throw OAuthError.invalidClient("this server has no authority yet") }
    let hash = try await DeviceAuthentication.judge(request.clientCertificate, of: authority)
    guard let name = try await store.activeDevice(hash) else {
      throw OAuthError.invalidClient("the certificate of no enrolled device")
    }
    RequestNotes.note(client: ConfiguredClients.device.id)
    return name
  }
}
