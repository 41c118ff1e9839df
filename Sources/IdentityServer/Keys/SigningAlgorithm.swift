/// The algorithms with which clients sign assertions and proofs (RFC 7518 §3.1): asymmetric ones alone. `none` and those with a
/// shared secret are no values of this type.
enum SigningAlgorithm: String, Hashable, Sendable, CaseIterable {
  case es256 = "ES256"
  case rs256 = "RS256"
  case ps256 = "PS256"
}
