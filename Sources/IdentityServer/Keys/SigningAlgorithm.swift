/// The algorithms for clients' assertions and proofs (RFC 7518 §3.1), all asymmetric. `none` and the algorithms with a shared
/// secret cannot be expressed.
enum SigningAlgorithm: String, Hashable, Sendable, CaseIterable {
  case es256 = "ES256"
  case rs256 = "RS256"
  case ps256 = "PS256"
}
