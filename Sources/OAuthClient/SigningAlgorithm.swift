/// The signature algorithms that this app verifies (RFC 7518 §3.1): asymmetric ones with SHA-256.
enum SigningAlgorithm: String, CaseIterable {
  case rs256 = "RS256"
  case ps256 = "PS256"
  case es256 = "ES256"

  static let names = names(allCases)

  static func names(_ algorithms: [SigningAlgorithm]) -> String {
    algorithms.map(\.rawValue).joined(separator: ", ")
  }

  var keyType: String { self == .es256 ? "EC" : "RSA" }
}
