import Crypto
import Foundation
import SharedValues

/// A token that a client may send instead of a correct one.
struct SignedCase: Sendable {
  var name: String
  var isGood = false
  /// The header fields, or the single parameter, to send.
  var make: @Sendable (Unsigned, TestKey) -> [String]

  /// Members changed, and correctly signed.
  init(_ name: String, header: Changes = [:], payload: Changes = [:], isGood: Bool = false) {
    self.name = name
    self.isGood = isGood
    make = { [$0.changed(header: header, payload: payload).signed($1)] }
  }

  init(_ name: String, make: @escaping @Sendable (Unsigned, TestKey) -> String) {
    self.init(name, several: { [make($0, $1)] })
  }

  init(_ name: String, several: @escaping @Sendable (Unsigned, TestKey) -> [String]) {
    (self.name, make) = (name, several)
  }

  /// Tokens that anyone with the public key can make (RFC 8725 §2.1), and errors that no reader may correct.
  static let forged: [SignedCase] = [
    SignedCase("alg none") { signingInput($0.changed(header: ["alg": "none"]), $1) + "." },
    SignedCase("alg none with a signature", header: ["alg": "none"]), SignedCase("no alg", header: ["alg": nil]),
    SignedCase("HS256 with the public key") { unsigned, key in
      let input = signingInput(unsigned.changed(header: ["alg": "HS256"]), key)
      let secret = SymmetricKey(data: Data(key.jwk.compact.utf8))
      return input + "." + Base64URL.encode(HMAC<SHA256>.authenticationCode(for: Data(input.utf8), using: secret))
    },
    SignedCase("alg in small letters", header: ["alg": "es256"]), SignedCase("alg is a number", header: ["alg": 256]),
    SignedCase("crit", header: ["crit": ["exp"]]),
    SignedCase("another key") { unsigned, _ in unsigned.signed(TestKey()) },
    SignedCase("a signature in DER") { unsigned, key in
      guard case .p256(let p256) = key.material else { return "" }
      let input = signingInput(unsigned, key)
      return input + "." + Base64URL.encode(try! p256.signature(for: Data(input.utf8)).derRepresentation)
    },
    SignedCase("the payload is an array") { unsigned, key in key.sign(unsigned.header.compact, "[]") },
    SignedCase("the payload is cut off") { unsigned, key in
      key.sign(unsigned.header.compact, String(unsigned.payload.compact.dropLast()))
    },
    SignedCase("two parts", make: signingInput), SignedCase("four parts") { $0.signed($1) + ".e30" },
    SignedCase("five parts") { $0.signed($1) + ".e30.e30" }, SignedCase("padding") { $0.signed($1) + "=" },
    SignedCase("a signature cut off") { String($0.signed($1).dropLast(2)) },
    SignedCase("8193 bytes", payload: ["extra": .string(String(repeating: "a", count: 6200))]),
  ]

  /// Each member of header and payload, repeated with the same value (RFC 7515 §4, RFC 7519 §4), and with one of 10,000 characters.
  static func eachMember(of whole: Unsigned) -> [SignedCase] {
    let long = JSON.string(String(repeating: "a", count: 10_000))
    var cases: [SignedCase] = []
    for name in (whole.header.objectValue ?? []).map(\.name) {
      cases.append(
        SignedCase(
          "\(name) doubled", make: { $1.sign(doubling(name, in: $0.header), $0.payload.compact) }))
      cases.append(SignedCase("a long \(name)", header: [name: long]))
    }
    for name in (whole.payload.objectValue ?? []).map(\.name) {
      cases.append(
        SignedCase(
          "\(name) doubled", make: { $1.sign($0.header.compact, doubling(name, in: $0.payload)) }))
      cases.append(SignedCase("a long \(name)", payload: [name: long]))
    }
    return cases
  }

  private static func doubling(_ name: String, in object: JSON) -> String {
    "{\"\(name)\":\(object[name]?.compact ?? "null")," + object.compact.dropFirst()
  }

  /// RFC 7515 §5.1, step 8.
  private static func signingInput(_ unsigned: Unsigned, _ key: TestKey) -> String {
    unsigned.signed(key).split(separator: ".").dropLast().joined(separator: ".")
  }
}
