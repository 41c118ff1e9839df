import Testing

@testable import IdentityServer

/// Which redirect URIs match which registration (RFC 8252 §7.3 and §8.4).
@Suite struct RedirectURITests {
  private func metadata(
    _ uris: [String], _ type: ClientMetadata.ApplicationType = .native, validatesPort: Bool = false
  ) -> ClientMetadata {
    var metadata = ClientMetadata()
    metadata.applicationType = type
    metadata.redirectURIs = uris
    metadata.validatesLoopbackPort = validatesPort
    return metadata
  }

  @Test(arguments: ["http://127.0.0.1:50719/cb", "http://127.0.0.1/cb", "http://127.0.0.1:1/cb"])
  func anyPortOfALoopbackLiteral(_ uri: String) {
    #expect(RedirectURIRules.matches(uri, metadata(["http://127.0.0.1:8000/cb"])))
    #expect(RedirectURIRules.matches(uri.replacing("127.0.0.1", with: "[::1]"), metadata(["http://[::1]/cb"])))
    #expect(!RedirectURIRules.matches(uri, metadata(["http://[::1]/cb"])))
    #expect(!RedirectURIRules.matches(uri, metadata(["http://127.0.0.1:8000/cb"], .web)))
    #expect(!RedirectURIRules.matches(uri, metadata(["http://127.0.0.1:8000/cb"], validatesPort: true)))
  }

  @Test(arguments: [
    "http://127.0.0.1:8000/other", "http://127.0.0.1:8000/cb?x", "http://127.0.0.1:99999/cb", "http://127.0.0.1:x/cb",
    "http://localhost:8000/cb", "http://127.0.0.1.evil.example:8000/cb", "http://127.0.0.1:8000@evil.example/cb",
    "https://127.0.0.1:8000/cb", "http://127.0.0.1:8000/cb#f", "http://127.0.0.2:8000/cb",
  ])
  func nothingElseMayDiffer(_ uri: String) {
    #expect(!RedirectURIRules.matches(uri, metadata(["http://127.0.0.1:8000/cb"])))
  }

  /// An escape is any byte, and need not be UTF-8. What was registered by an earlier version is compared byte for byte all the same.
  @Test func escapesHaveTwoHexadecimalDigits() {
    for uri in ["https://rp.example/%C3%a4?q=%FF", "com.example:/%00"] { #expect(RedirectURI(uri) != nil, "\(uri)") }
    for uri in ["https://rp.example/%zz", "https://rp.example/%", "https://rp.example/?q=%4", "com.example:/%4g"] {
      #expect(RedirectURI(uri) == nil, "\(uri)")
    }
    #expect(RedirectURIRules.matches("https://rp.example/%zz", metadata(["https://rp.example/%zz"])))
  }

  @Test(arguments: [
    "https://rp.example/cb%", "https://rp.example/cb%zz", "https://rp.example/cb?a=%4", "https://[::1/cb",
    "https://[]/cb",
    "https://[x]/cb", "https://::1]/cb", "https://rp.example/cb#", "https://u@rp.example/cb", "https://rp.example:/cb",
    "https://./cb", "https://a..b/cb", "https://.rp.example/cb", "https://rp.example../cb",
    "https://rp.example/c b", "https://bücher.example/cb",
  ])
  func whatIsNoURIIsNotRegistered(_ uri: String) {
    #expect(RedirectURIRules.refusal(uri, .web, .lenient) != nil)
  }

  @Test(arguments: [
    "https://rp.example/cb%20%C3%A4", "https://[2001:db8::1]:8443/cb", "https://my_app/cb;a=b?x[]=y",
    "com.example.app:///cb", "https://rp.example./cb",
    "com.example.app:/cb", "com.example.app://host/cb", "http://[::1]/cb",
  ])
  func whatIsOneIsRegistered(_ uri: String) {
    #expect(RedirectURIRules.refusal(uri, uri.hasPrefix("https:") ? .web : .native, .strict) == nil)
  }

  @Test func responsesAreAppendedToTheQuery() {
    let issuer = "https://localhost:8443/i"
    let plain = ReturnAddress(redirectURI: "a.b:/c", state: "x y&z")
    #expect(
      plain.url([("code", "k")], issuer: issuer)
        == "a.b:/c?code=k&state=x%20y%26z&iss=https%3A%2F%2Flocalhost%3A8443%2Fi")
    let query = ReturnAddress(redirectURI: "https://rp.example/cb?a=1", state: nil)
    #expect(query.url([("code", "k")], issuer: issuer).hasPrefix("https://rp.example/cb?a=1&code=k&iss="))
  }

  /// Swift treats U+212A as equal to `K`; a redirect URI is compared byte for byte (RFC 9700 §4.1.3).
  @Test func equivalentCharactersDiffer() {
    var metadata = ClientMetadata()
    metadata.applicationType = .native
    metadata.redirectURIs = ["com.example:/Kiosk"]
    #expect(RedirectURIRules.matches("com.example:/Kiosk", metadata))
    #expect(!RedirectURIRules.matches("com.example:/\u{212A}iosk", metadata))
  }
}
