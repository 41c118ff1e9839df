import Crypto
import Foundation
import SmallFiles
import SwiftASN1
import X509

/// Identifies the device of a connection (RFC 8705 §2.1): TLS has proved that the device holds the certificate's key;
/// everything else about the certificate is judged here.
///
/// The TLS layer of this port accepts any certificate or none, so that the answer can be the `invalid_client` of RFC 8705
/// §2 instead of a broken handshake.
enum DeviceAuthentication {
  /// - Parameter authority: the local CA, from which the certificate must come.
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
  /// The enrolled device that sends a request to the port for devices, as the shared client of all devices.
  ///
  /// - Throws: `invalid_client` for an unknown client, a certificate that is missing, expired or from another authority, and a
  ///   device that is not enrolled with this certificate or was revoked.
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
    return name
  }
}
