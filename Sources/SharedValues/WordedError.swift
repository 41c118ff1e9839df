/// An error that the catalogue has words for: by its code, filled with its values.
public protocol WordedError: Error {
  associatedtype ErrorCode
  var code: ErrorCode { get }
  /// By the names of the placeholders. Never secrets.
  var values: [String: Term] { get }
}

extension TransportFailure: WordedError { public var values: [String: Term] { ["detail": .value(detail)] } }

extension SecureElementError: WordedError {
  public var values: [String: Term] { code == .presenceDemanded ? [:] : ["detail": .english(detail)] }
}

/// A code that reports, scripts and the catalogue spell as ``rawValue``.
public protocol StableCode: Sendable { var rawValue: String { get } }
