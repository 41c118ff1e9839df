import AppState
import Catalogue
import Foundation
import OAuthClient
import Screens
import SharedValues
import TerminalUI
import Testing

@testable import Samples
@testable import Workshop

/// Proofs and assertions in the panel Messages: decoded, with each member explained, damaged ones marked, and useless to a reader.
struct SignedMessagesTests {
  private let look = Look()

  private func detail(_ message: Message, reveal: Bool = false, width: Int = 300) -> [String] {
    MessageDetail(message, reveal: reveal, width: width, look: look).lines.map { $0.spans.map(\.text).joined() }
  }

  private func detail(_ number: Int) throws -> [String] { detail(try #require(Sample.bound.message(number))) }

  private func message(dpop: String) -> Message {
    let request = HTTPRequest(
      "POST", "https://idp.example/token", headers: [HTTPHeader("DPoP", dpop)], endpoint: .token)
    return Message(
      id: 1, from: .app, to: .server, content: .exchange(Exchange(request, started: Sample.now)), time: Sample.now,
      step: .token)
  }

  @Test func aProofIsDecoded() throws {
    let lines = try detail(9)
    for text in [
      "\"typ\": \"dpop+jwt\",", "\"htm\": \"POST\",", "\"htu\": \"https://localhost:8443/oauth/v2/oauth-token\",",
      "\"nonce\": \"eXVOS7kF9aPq\"",
    ] { #expect(lines.contains { $0.contains(text) }, "\(text)") }
    for name in [
      "typ", "alg", "jwk", "jwk.kty", "jwk.crv", "jwk.x", "jwk.y", "jti", "htm", "htu", "iat", "nonce", "kid", "iss",
      "sub", "aud", "exp",
    ] {
      let place = try #require(lines.firstIndex(of: name), "\(name) is not explained")
      #expect(lines[place + 1].contains(" · RFC ") && lines[place + 1].contains("§"), "\(name)")
    }
    #expect(lines.contains("signature ••••, not checked here"))
  }

  /// The reader can compare the key of a proof with the key to which the token is bound.
  @Test func theThumbprintOfAProofIsThatOfTheToken() throws {
    let lines = try detail(10)
    #expect(lines.contains("JWK thumbprint: 0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I"))
    #expect(lines.contains { $0.contains("\"jkt\": \"0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I\"") })
    #expect(lines.contains("cnf.jkt"))
    #expect(lines.contains { $0.hasSuffix("RFC 9449 §7.1") }, "the scheme DPoP is explained")
  }

  @Test func aChallengeIsExplainedByItsParameters() throws {
    let lines = try detail(11)
    for (name, source) in [
      ("error", "RFC 9470 §3"), ("acr_values", "RFC 9470 §3"), ("max_age", "RFC 9470 §3"), ("algs", "RFC 9449 §7.1"),
      ("resource_metadata", "RFC 9728 §5.1"), ("error_description", "RFC 6750 §3"),
    ] {
      let place = try #require(lines.firstIndex { $0.hasPrefix("  \(name) = ") }, "\(name)")
      #expect(lines[place + 1].hasSuffix(source), "\(name)")
    }
  }

  @Test(arguments: [
    ("", "parts", "RFC 7515 §7.1"), ("eyJhbGciOiJFUzI1NiJ9.e30", "parts", "RFC 7515 §7.1"),
    ("a.b.c.d.e", "parts", "RFC 7515 §7.1"), ("e==.e30.AAAA", "header is not in base64url", "RFC 7515 §2"),
    ("eyJhbGciOiJFUzI1NiJ9.*.AAAA", "claims are not in base64url", "RFC 7515 §2"),
    ("AAAA.e30.AAAA", "header is not a JSON object", "RFC 7515 §4"),
    ("W10.e30.AAAA", "header is not a JSON object", "RFC 7515 §4"),
    ("eyJhbGciOiJFUzI1NiJ9.AAAA.AAAA", "claims are not a JSON object", "RFC 7519 §3"),
    ("e30.e30.AAAA", "names no algorithm", "RFC 7515 §4.1.1"),
    (String(repeating: "a", count: 200_000), "more than any proof needs", "RFC 7515 §7.1"),
    ("\u{1B}[2J.\u{202E}.\u{0}", "header is not in base64url", "RFC 7515 §2"),
  ])
  func damagedProofsAreMarkedAndMasked(_ value: String, _ words: String, _ source: String) {
    let lines = detail(message(dpop: value), width: 100)
    #expect(lines.contains { $0.contains("not taken apart") })
    #expect(lines.joined(separator: " ").contains(words))
    #expect(lines.joined(separator: " ").contains(source))
    #expect(lines.contains("DPoP: ••••"), "the proof is masked completely")
    #expect(lines.count < 40)
  }

  /// Depth and size of hostile values do not slow down drawing.
  @Test func aHostileProofIsDrawnAtOnce() {
    let deep = String(repeating: "{\"a\":", count: 31) + "1" + String(repeating: "}", count: 31)
    for claims in [
      deep, "{\"jwk\":null,\"iat\":1e999,\"htu\":\"\\u001b[2J\\u202e\"}", "{\"iat\":\"now\",\"cnf\":{\"jkt\":{}}}",
    ] {
      let value =
        [
          #"{"alg":"ES256","typ":"dpop+jwt","jwk":{"kty":"EC","crv":"P-256","x":"\u001b[2J","y":[],"d":"DDDDDDDD"}}"#,
          claims,
        ]
        .map { Base64URL.encode(Array($0.utf8)) }.joined(separator: ".") + ".AAAA"
      var state = AppState(settings: Sample.settings, now: Sample.now, tools: Workshop.tools)
      state.messages.append(
        Message(from: .app, to: .server, message(dpop: value).content, at: Sample.now, step: .token))
      state.view.focus = .panel
      state.messagesView.showsDetail = true
      for size in [Size(110, 200), Size(40, 15), Size(1, 1)] {
        let text = AppScreen.draw(state, size: size, look: look).text
        #expect(!text.contains("\u{1B}") && !text.contains("\u{202E}") && !text.contains("DDDDDDDD"))
      }
    }
  }

  // MARK: No use to a reader

  /// The samples' signatures, and other values of them that could be used.
  private static let useful = [
    "WlpaWlpa", "6esc_11ACC5bwc014ltc14eY22c", Sample.boundAccessToken, "b9TkLm3VxQzR7pYwNs2HdFa5Ue8GjC4i",
    "Zb6mTq1WcXv9RkYh3PsLd8NgUe4JfAo7",
  ]

  @Test func noExportHasAUsableProof() {
    let log = Sample.bound
    var texts = [
      "archive": HTTPArchive(version: "1", issuer: Sample.issuer).text(log), "picture": SVGText(look: look).text(log),
      "diagram": MermaidText(look: look).text(log),
    ]
    for message in log {
      texts["curl \(message.id)"] = CurlCommand().text(for: message)
      texts["line \(message.id)"] = PlainText.line(for: message, look: look)
      texts["search \(message.id)"] = MessageText.of(message, reveal: false)
      texts["detail \(message.id)"] = detail(message).joined(separator: "\n")
      if case .exchange(let exchange) = message.content {
        texts["log \(message.id)"] = "\(exchange.request) \(exchange.request.headers) \(String(reflecting: exchange))"
      }
    }
    #expect(texts.count > 30)
    for (name, text) in texts {
      for secret in Self.useful where text.contains(secret) { Issue.record("\(name) holds \(secret)") }
    }
    // Header and claims stay readable.
    let head = Sample.proof("POST", "/oauth/v2/oauth-token", "m4Kd0sWq").split(separator: ".").prefix(2)
    for name in ["archive", "curl 8", "detail 8", "search 8"] {
      // Line breaks do not matter.
      let text = texts[name]?.filter { !$0.isWhitespace }
      #expect(text?.contains(head.joined(separator: ".") + ".••••") == true, "\(name)")
    }
    #expect(texts["search 8"]?.contains("m4Kd0sWq") == true, "visible text is found")
  }

  @Test func revealingShowsTheSignature() throws {
    let message = try #require(Sample.bound.message(9))
    #expect(detail(message, reveal: true).joined().contains("WlpaWlpa"))
  }

  // MARK: Held messages

  @Test func anUnsignedProofIsShownByItsClaims() throws {
    var request = HTTPRequest("POST", Sample.base + "/oauth/v2/oauth-token", endpoint: .token)
    request.proofs = [
      KeyProof(
        key: .init(.dpop, thumbprint: "t"), place: .header("DPoP"), header: ["typ": "dpop+jwt"],
        claims: ["htm": "POST", "htu": "https://localhost:8443/oauth/v2/oauth-token"])
    ]
    let flow = StateRegistry.flow(.authentication, .token)
    let held = try #require(HeldMessage(.send(flow.id, request, .token), of: flow))
    let carried = StepWords(held, reveal: false, look).carried
    #expect(carried.map(\.name) == ["DPoP"])
    #expect(carried.first?.value.contains("\"htm\":\"POST\"") == true)
    #expect(carried.first?.source == "RFC 9449 §4.1")
  }
}
