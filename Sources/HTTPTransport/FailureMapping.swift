import AsyncHTTPClient
import NIOCore
import NIOHTTP1
import NIOHTTPCompression
import NIOPosix
import NIOSSL
import SharedValues

/// The failure of an attempt, in the product's terms. Only this file knows the errors of the libraries.
enum AttemptFailure {
  case known(TransportFailure)
  /// TLS refused the server's certificates without giving a reason.
  case refusedChain

  init(_ error: any Error) {
    switch error {
    case let failure as TransportFailure: self = .known(failure)
    case is CancellationError: self = .known(TransportFailure(.cancelled))
    case let error as HTTPClientError: self = .known(AttemptFailure.client(error))
    case let error as NIOConnectionError: self = .known(AttemptFailure.connection(error))
    case let error as IOError: self = .known(AttemptFailure.system(error))
    case let error as ChannelError: self = .known(AttemptFailure.channel(error))
    case HTTPParserError.invalidEOFState:
      self = .known(TransportFailure(.connectionLost, "the connection was closed in the middle of the answer"))
    case NIOHTTPDecompression.DecompressionError.limit: self = .known(.bodyTooLarge)
    case is NIOHTTPDecompression.DecompressionError, is NIOHTTPDecompression.ExtraDecompressionError:
      self = .known(TransportFailure(.contentUnreadable, "its compressed content is damaged: \(error)"))
    case is HTTPParserError: self = .known(TransportFailure(.malformedResponse, "not an HTTP response: \(error)"))
    case let error as NIOSSLExtraError where error == .failedToValidateHostname:
      self = .known(TransportFailure(.certificateWrongHost, error.description))
    case is NIOSSLExtraError: self = .known(TransportFailure(.tlsFailure, "\(error)"))
    case let error as NIOSSLError: self = AttemptFailure.tls(error)
    // Handshake errors arrive as NIOSSLError.handshakeFailed; this one came later, so the request may have arrived.
    case BoringSSLError.sslError, BoringSSLError.syscallError:
      self = .known(TransportFailure(.connectionLost, "\(error)"))
    case is BoringSSLError: self = .known(TransportFailure(.tlsFailure, "\(error)"))
    default: self = .known(TransportFailure(.connectionLost, "\(error)"))
    }
  }

  /// - Parameter proxy: the connection's proxy; with one, a failure says nothing about the server.
  static func of(_ error: any Error, through proxy: Proxy?) -> AttemptFailure {
    let failure = AttemptFailure(error)
    guard let proxy else { return failure }
    func unusable(_ reason: String) -> AttemptFailure { .known(TransportFailure(.proxyUnusable, "\(proxy) \(reason)")) }
    switch error as? HTTPClientError {
    case .proxyAuthenticationRequired?: return unusable("wants a name and a password, or others")
    case .httpProxyHandshakeTimeout?, .socksHandshakeTimeout?: return unusable("did not answer in time")
    case .invalidProxyResponse?: return unusable("does not connect to this server")
    default: break
    }
    guard case .known(let known) = failure else {
      return .known(
        TransportFailure(
          .certificateUntrusted, "seen through the proxy \(proxy), which may have put another in its place"))
    }
    return switch known.code {
    case .connectionRefused: unusable("refuses the connection")
    case .hostNotFound: unusable("is unknown")
    case .connectTimeout: unusable("did not accept the connection in time, or the server behind it did not")
    default: failure
    }
  }

  private static func client(_ error: HTTPClientError) -> TransportFailure {
    switch error {
    case .cancelled: TransportFailure(.cancelled)
    case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout:
      TransportFailure(.connectTimeout, error.description)
    case .deadlineExceeded, .readTimeout, .writeTimeout: TransportFailure(.timeout, error.description)
    case .invalidURL, .emptyHost, .emptyScheme: TransportFailure(.invalidURL, error.description)
    default: TransportFailure(.connectionLost, error.description)
    }
  }

  private static func connection(_ error: NIOConnectionError) -> TransportFailure {
    let reasons = error.connectionErrors.map { AttemptFailure($0.error) }
    let failures = reasons.compactMap { reason -> TransportFailure? in
      if case .known(let failure) = reason { failure } else { nil }
    }
    // All addresses were tried: a refusal tells more than another address's time-out.
    if let refused = failures.first(where: { $0.code == .connectionRefused }) { return refused }
    if let first = failures.first { return first }
    return TransportFailure(.hostNotFound, "no address for \(error.host)")
  }

  private static func system(_ error: IOError) -> TransportFailure {
    switch error.errnoCode {
    case ECONNREFUSED: TransportFailure(.connectionRefused, error.description)
    case ETIMEDOUT: TransportFailure(.connectTimeout, error.description)
    default: TransportFailure(.connectionLost, error.description)
    }
  }

  private static func channel(_ error: ChannelError) -> TransportFailure {
    if case .connectTimeout = error { return TransportFailure(.connectTimeout, "\(error)") }
    return TransportFailure(.connectionLost, "\(error)")
  }

  private static func tls(_ error: NIOSSLError) -> AttemptFailure {
    switch error {
    // swift-nio-ssl publishes only the description of its error stack: the reason's name in it is BoringSSL's own.
    case .handshakeFailed(.sslError(let stack)) where "\(stack)".contains("CERTIFICATE_VERIFY_FAILED"): .refusedChain
    case .unableToValidateCertificate: .refusedChain
    case .uncleanShutdown: .known(TransportFailure(.connectionLost, "the connection was closed without notice"))
    default: .known(TransportFailure(.tlsFailure, "\(error)"))
    }
  }
}
