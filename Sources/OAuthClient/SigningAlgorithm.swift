/// The signature algorithms that this app verifies (RFC 7518 §3.1): asymmetric ones with SHA-256.
enum SigningAlgorithm: String, CaseIterable {
  case rs256 = "RS256"
  case ps256 = "PS256"
  case es256 = "ES256"

  static let names = names(allCases)

  /// The algorithms for ID tokens: PS256 or ES256 with the profile (FAPI 2.0 Security Profile §5.4).
  static func forIDTokens(isFAPI: Bool) -> [SigningAlgorithm] { allCases.filter { !isFAPI || $0 != .rs256 } }

  static func names(_ algorithms: [SigningAlgorithm]) -> String {
    algorithms.map(\.rawValue).joined(separator: ", ")
  }

  var keyType: String { self == .es256 ? "EC" : "RSA" }
}
