import SharedValues
import Testing

@testable import Faults

/// A fault sends the app to no stranger: an address in it belongs to the server itself or cannot exist.
@Suite struct FaultReachTests {
  private static let issuer = "http://127.0.0.1:8080/as"
  /// An answer of the embedded server, which has opened a second port for devices.
  private static let answer: JSON = [
    "issuer": .string(issuer), "token_endpoint": "http://127.0.0.1:8080/token",
    "mtls_endpoint_aliases": ["token_endpoint": "https://localhost:8444/token"],
  ]

  static let hostile = [
    "http://127.0.0.1:6666/token", "http://127.0.0.1/token", "https://127.0.0.1:8080/as", "http://localhost:8080/",
    "http://127.0.0.2:8080/", "http://[::1]:8080/", "HTTP://127.0.0.1:6666", "https://login.test/token",
    "https://test/", "https://elsewhere.org", "https://example.com/", "https://evil.example.org/",
    "https://evil.example@elsewhere.org/", "http://127.0.0.1:8080@elsewhere.org/", " https://elsewhere.org",
    "\t//elsewhere.org/x", "//elsewhere.org/x", "\\\\elsewhere.org", "/\\elsewhere.org", "https:elsewhere.org",
    "https:\\\\elsewhere.org", "http://127.0.0.1:6666/\u{E9}", "https://\u{FF0E}example/",
  ]

  @Test(arguments: hostile)
  func foreignAddressesAreRefused(_ text: String) {
    let reach = FaultReach(issuer: FaultReachTests.issuer, answer: FaultReachTests.answer)
    for value: JSON in [.string(text), ["x", .string(text)], ["a": ["b": [.string(text)]]]] {
      #expect(reach.foreignAddress(in: value) == text)
    }
    #expect(
      FaultPlan([FaultRule(.metadata, .wrongMember("x", .string(text)))]).foreignAddress(issuer: FaultReachTests.issuer)
        != nil)
  }

  @Test(arguments: [
    "http://127.0.0.1:8080/other", "https://localhost:8444/x", "https://evil.example/token", "http://a.b.invalid:1/",
    "evil.example/authorize", "no reference", "", "com.example.app:/callback", "myapp://callback", "Bearer",
    "see https://elsewhere.org", "urn:ietf:params:x",
  ])
  func ownAndImpossibleAddressesAreAllowed(_ text: String) {
    let reach = FaultReach(issuer: FaultReachTests.issuer, answer: FaultReachTests.answer)
    #expect(reach.foreignAddress(in: [.string(text), 1, .null]) == nil)
  }

  @Test func impossibleHostsAreListed() {
    let reach = FaultReach(issuer: "https://id.example", answer: nil)
    let value: JSON = ["https://evil.example/token", "https://id.example/token", "HTTPS://X.Invalid.", "evil.example"]
    #expect(reach.reservedHosts(in: value) == ["evil.example", "x.invalid."])
  }

  /// The issuer is not known yet, so an address on this computer may belong to the server.
  @Test func aFileMayNameThisComputer() {
    #expect(FaultReach.isLawful(["https://localhost:1/x", "http://[::1]:2", "https://evil.example"]))
    for text in ["https://login.test/", "https://elsewhere.org", " //elsewhere.org", "https:elsewhere.org"] {
      #expect(!FaultReach.isLawful(.string(text)), "\(text)")
    }
  }
}
