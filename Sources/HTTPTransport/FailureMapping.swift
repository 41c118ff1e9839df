import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import SharedValues

/// The failure of an attempt, in the product's terms. Only this file knows the errors of the libraries.
enum AttemptFailure {
  /// - Returns: `nil` when TLS refused the server's certificates without giving a reason.
  static func of(_ error: any Error) -> TransportFailure? {
    switch error {
    case let failure as TransportFailure: failure
    case is CancellationError: TransportFailure(.cancelled)
    case let error as HTTPClientError: TransportFailure(code(error), error.description)
    case let error as NIOConnectionError: connection(error)
    case let error as IOError: TransportFailure(code(error), error.description)
    case ChannelError.connectTimeout: TransportFailure(.connectTimeout, "\(error)")
    case HTTPParserError.invalidEOFState:
      TransportFailure(.connectionLost, "the connection was closed in the middle of the answer")
    case NIOHTTPDecompression.DecompressionError.limit: .bodyTooLarge
    case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
      TransportFailure(.contentUnreadable, "the compressed content is damaged")
    case is HTTPParserError: TransportFailure(.malformedResponse, "not an HTTP response: \(error)")
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      TransportFailure(.certificateWrongHost, error.description)
    // swift-nio-ssl publishes only the description of its error stack: the reason's name in it is BoringSSL's own.
    case NIOSSLError.handshakeFailed(.sslError(let stack)) where "\(stack)".contains("CERTIFICATE_VERIFY_FAILED"): nil
    case NIOSSLError.unableToValidateCertificate: nil
    case NIOSSLError.uncleanShutdown: TransportFailure(.connectionLost, "the connection was closed without notice")
    // A TLS 1.3 server judges the client's certificate after the client's part of the handshake, and before it reads the request.
    case BoringSSLError.sslError where ["CERTIFICATE", "UNKNOWN_CA"].contains(where: reason(error).contains):
      TransportFailure(.tlsFailure, reason(error))
    // Handshake errors arrive as NIOSSLError.handshakeFailed; this one came later, so the request may have arrived.
    case BoringSSLError.sslError, BoringSSLError.syscallError: TransportFailure(.connectionLost, reason(error))
    case is NIOSSLExtraError, is NIOSSLError, is BoringSSLError: TransportFailure(.tlsFailure, reason(error))
    default: TransportFailure(.connectionLost, "\(error)")
    }
  }

  /// Whether the server closed or reset the connection in the place of an answer.
  static func isClosing(_ error: any Error) -> Bool {
    switch error {
    case let error as HTTPClientError: error == .remoteConnectionClosed
    case let error as IOError: [ECONNRESET, EPIPE].contains(error.errnoCode)
    case NIOSSLError.uncleanShutdown: true
    default: false
    }
  }

  /// BoringSSL's own names of the reasons, or the library's own words; the description around them has types, and paths of the computer that built it.
  private static func reason(_ error: any Error) -> String {
    let parts = "\(error)".split(scalar: ":")
    let names = zip(parts, parts.dropFirst()).filter { $0.0 == "OPENSSL_internal" }
      .map { String($0.1.prefix(whileScalar: { $0 != " " })) }
    guard names.isEmpty else { return names.joined(separator: ", ") }
    return parts.last?.prefix(whileScalar: { $0 != "]" }).withoutEdgeSpaces ?? ""
  }

  /// - Parameter proxy: the connection's proxy; with one, a failure says nothing about the server.
  static func of(_ error: any Error, through proxy: Proxy?) -> TransportFailure? {
    let failure = of(error)
    guard let proxy else { return failure }
    func unusable(_ reason: String) -> TransportFailure { TransportFailure(.proxyUnusable, "\(proxy) \(reason)") }
    switch error as? HTTPClientError {
    case .proxyAuthenticationRequired?: return unusable("wants a name and a password, or others")
    case .httpProxyHandshakeTimeout?, .socksHandshakeTimeout?: return unusable("did not answer in time")
    case .invalidProxyResponse?: return unusable("does not connect to this server")
    default: break
    }
    return switch failure?.code {
    case .connectionRefused: unusable("refuses the connection")
    case .hostNotFound: unusable("is unknown")
    case .connectTimeout: unusable("did not accept the connection in time, or the server behind it did not")
    case nil:
      TransportFailure(
        .certificateUntrusted, "seen through the proxy \(proxy), which may have put another in its place")
    default: failure
    }
  }

  private static func code(_ error: HTTPClientError) -> TransportFailure.Code {
    switch error {
    case .cancelled: .cancelled
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout: .connectTimeout
    case .deadlineExceeded, .readTimeout, .writeTimeout: .timeout
    case .invalidURL, .emptyHost, .emptyScheme: .invalidURL
    default: .connectionLost
    }
  }

  private static func code(_ error: IOError) -> TransportFailure.Code {
    switch error.errnoCode {
    case ECONNREFUSED: .connectionRefused
    case ETIMEDOUT: .connectTimeout
    default: .connectionLost
    }
  }

  private static func connection(_ error: NIOConnectionError) -> TransportFailure {
    let failures = error.connectionErrors.compactMap { of($0.error) }
    // All addresses were tried: a refusal tells more than another address's time-out.
    return failures.first { $0.code == .connectionRefused } ?? failures.first
      ?? TransportFailure(.hostNotFound, "no address for \(error.host)")
  }
}
