import Foundation
import OAuthLiterals
import SharedValues
import Testing

@testable import OAuthClient

/// The table of members, row by row: an optional member never makes an answer fail, whatever its value; members that are needed or
/// decide security are read strictly.
struct AnswerTableTests {
  /// How servers write "nothing", and values that cannot be read as this form. Readable values are judged by their own rules.
  private static func odd(_ form: AnswerMember.Form) -> [JSON?] {
    let wrong: [JSON] =
      switch form {
      case .text, .address: [1, true, ["a"], ["a": 1]]
      case .token: [1, true, ["a"], ["a": 1], "a b", "a\r\nb", "é", .string(String(repeating: "a", count: 70_000))]
      case .time, .duration: [-1, .number("1e400"), true, "soon", "-1", ["a"], [1], ["a": 1]]
      case .list: [1, true, [1], [.null], [[]], ["a": 1]]
      case .words: [1, true, [1], ["a": 1]]
      case .flag: [1, "yes", ["a"], [true], ["a": 1]]
      case .object, .objects: [1, true, "a"]
      }
    return [nil, .null, "", [], [:]] + wrong
  }

  /// A valid answer and its judge.
  private struct Judge {
    var document: JSON
    var judge: (JSON) throws -> Void
  }

  private static func judges(of answer: AnswerMember.Answer) throws -> Judge? {
    switch answer {
    case .metadata:
      let document = try Fixture.metadata().document
      return Judge(document: document) { document in
        _ = try Discovery.judge(
          Fixture.json(document), issuer: Issuer(of: Fixture.issuer), needsRegistration: false)
      }
    case .registration:
      return Judge(document: Fixture.registrationDocument) { document in
        let registration = try RegistrationRequest.judge(
          Fixture.json(document, status: 201), redirectURI: Fixture.redirectURI, now: Fixture.now,
          endpoint: try Fixture.metadata().registrationEndpoint)
        // An accepted document is accepted again at the next start, with the same result.
        #expect(try RegistrationRequest.restore(registration.document) == registration)
      }
    case .token:
      return Judge(document: Fixture.tokenDocument) { document in
        _ = try TokenRequest.judge(Fixture.json(document), expectsIDToken: false, now: Fixture.now)
      }
    case .pushedAuthorization:
      return Judge(document: ["request_uri": "urn:a", "expires_in": 60]) { document in
        _ = try PushedAuthorizationRequest.judge(
          Fixture.json(document, status: 201), for: Fixture.request(), now: Fixture.now)
      }
    case .deviceAuthorization:
      let document: JSON = [
        "device_code": "d", "user_code": "BCDF-GHJK", "verification_uri": "https://a.example/device", "expires_in": 600,
      ]
      return Judge(document: document) { document in
        _ = try DeviceAuthorizationRequest.judge(
          Fixture.json(document), issuer: Issuer(of: Fixture.issuer), scope: "openid", now: Fixture.now)
      }
    case .userinfo:
      return Judge(document: ["sub": "u", "name": "U"]) { document in
        _ = try UserInfoRequest.judge(Fixture.json(document), subject: "u")
      }
    case .jwks: return Judge(document: ["keys": []]) { _ = try JWKSRequest.judge(Fixture.json($0)) }
    case .resourceMetadata:
      return Judge(document: ["resource": "https://a.example", "authorization_servers": [.string(Fixture.issuer)]]) {
        _ = try ProtectedResource.judge(
          Fixture.json($0), api: "https://a.example", issuer: Issuer(of: Fixture.issuer))
      }
    // Judged elsewhere: ``IDTokenDefects``, and below.
    case .key, .idToken, .error: return nil
    }
  }

  private static func changed(_ document: JSON, _ name: String, _ value: JSON?) -> JSON {
    let path = name.split(separator: ".").map(String.init)
    guard path.count == 2 else { return document.setting(name, value) }
    return document.setting(path[0], (document[path[0]] ?? [:]).setting(path[1], value))
  }

  @Test(arguments: AnswerMember.all.filter { $0.need == .optional })
  func optionalMembersNeverFail(_ member: AnswerMember) throws {
    guard let judge = try Self.judges(of: member.answer) else { return }
    for value in Self.odd(member.form) {
      #expect(throws: Never.self, "\(member.name) \(value?.compact.prefix(40) ?? "absent")") {
        try judge.judge(Self.changed(judge.document, member.name, value))
      }
    }
  }

  @Test(arguments: AnswerMember.all.filter { $0.need == .needed })
  func neededMembersAreRequired(_ member: AnswerMember) throws {
    guard let judge = try Self.judges(of: member.answer) else { return }
    #expect(throws: Never.self) { try judge.judge(judge.document) }
    for value in [nil, .null, true, ["a": 1]] as [JSON?] {
      #expect(throws: ProtocolError.self, "\(member.name) \(value?.compact ?? "absent")") {
        try judge.judge(Self.changed(judge.document, member.name, value))
      }
    }
  }

  @Test(arguments: AnswerMember.all.filter { $0.need == .strict })
  func securityMembersAreReadStrictly(_ member: AnswerMember) throws {
    // A signed token's claims are judged with it; keys are judged where the client has one.
    guard let judge = try Self.judges(of: member.answer), !["jwks", "jwks_uri"].contains(member.name),
      member.name != "token_endpoint_auth_signing_alg"
    else { return }
    for value in [1, [:], [1]] as [JSON] {
      #expect(throws: ProtocolError.self, "\(member.name) \(value.compact)") {
        try judge.judge(judge.document.setting(member.name, value))
      }
    }
    guard member.name != "client_secret" else { return }
    for value in [nil, .null] as [JSON?] {
      #expect(throws: Never.self, "\(member.name)") { try judge.judge(judge.document.setting(member.name, value)) }
    }
  }

  @Test func everyMemberStandsInTheTableOnce() {
    let names = AnswerMember.all.map { "\($0.answer.rawValue) \($0.name)" }
    #expect(names.count == Set(names).count)
    for answer in AnswerMember.Answer.allCases { #expect(!AnswerMember.rows(of: answer).isEmpty) }
  }

  // MARK: How it is read

  private func read(_ form: AnswerMember.Form, _ value: JSON) -> AnswerMember.Reading {
    AnswerMember(.registration, "a", .optional, form).read(value)
  }

  @Test(
    arguments: [
      (1_795_642_597, 1_795_642_597, nil), ("1795642597", 1_795_642_597, .numberAsText),
      (.number("1795642597000"), 1_795_642_597, .milliseconds), ("1795642597000", 1_795_642_597, .milliseconds),
      ("2026-11-25T22:43:17Z", 1_795_646_597, .date), ("2026-11-25T22:43:17.250Z", 1_795_646_597, .date),
      (0, 0, nil), ("0", 0, .numberAsText), (-1, nil, .unreadable), ("soon", nil, .unreadable),
      ("١٧٩٥٦٤٢٥٩٧", nil, .unreadable), (.number("1e300"), nil, .unreadable), (true, nil, .unreadable),
      (["a"], nil, .unreadable), ("", nil, .empty), (.null, nil, .empty), ([], nil, .empty), ([:], nil, .empty),
    ] as [(JSON, Double?, Leniency.Deviation?)])
  func timesAreReadInEverySpelling(_ value: JSON, _ seconds: Double?, _ deviation: Leniency.Deviation?) {
    let reading = read(.time, value)
    #expect(reading.value?.doubleValue == seconds)
    #expect(reading.deviation == deviation)
  }

  @Test func otherFormsAreReadAsFarAsPossible() {
    #expect(read(.duration, "300") == .init(value: 300, deviation: .numberAsText))
    #expect(read(.duration, "007") == .init(value: 7, deviation: .numberAsText))
    #expect(read(.duration, -1) == .unreadable && read(.duration, "5 min") == .unreadable)
    #expect(read(.list, "code token") == .init(value: ["code", "token"], deviation: .textAsList))
    #expect(read(.list, ["a", 1, .null]) == .init(value: ["a"], deviation: .partly))
    #expect(read(.list, [1]) == .unreadable && read(.list, " ") == .unreadable)
    #expect(read(.words, ["openid", "profile"]) == .init(value: "openid profile", deviation: .listAsText))
    #expect(read(.words, "") == .init(value: "") && read(.words, [1]) == .unreadable)
    #expect(read(.flag, "true") == .init(value: true, deviation: .flagAsText) && read(.flag, "yes") == .unreadable)
    #expect(read(.token, "a b") == .unreadable && read(.token, "a\r\nb") == .unreadable)
    #expect(read(.address, "/register/1") == .init(value: "/register/1") && read(.address, ["a"]) == .unreadable)
  }

  @Test func aRefreshWithoutANewTokenKeepsTheOldOne() throws {
    for value in ["", .null, [], 1] as [JSON] {
      let answer = Fixture.json(Fixture.tokenDocument.setting("refresh_token", value))
      #expect(try TokenRequest.judge(answer, expectsIDToken: true, now: Fixture.now).refreshToken == nil)
      let refreshed = try RefreshRequest.judge(answer, refreshToken: Secret("old"), idToken: nil, now: Fixture.now)
      #expect(refreshed.refreshToken == Secret("old"))
    }
  }

  @Test func emptyUsesOfAKeyDoNotLimitIt() throws {
    let jwk: JSON = ["kty": "RSA", "kid": "k"]
    let odd: [JSON] = [
      jwk, jwk.setting("use", .null), jwk.setting("use", ""), jwk.setting("alg", .null), jwk.setting("key_ops", []),
      jwk.setting("use", "sig").setting("key_ops", ["verify"]),
    ]
    for key in odd { #expect(isFit(key), "\(key.compact)") }
    for key in [
      jwk.setting("use", "enc"), jwk.setting("alg", "PS256"), jwk.setting("key_ops", ["encrypt"]),
      jwk.setting("use", ["enc"]), jwk.setting("alg", 1), jwk.setting("key_ops", "verify"),
    ] {
      #expect(!isFit(key), "\(key.compact)")
    }
  }

  /// Whether the key counts as a signing key: without its numbers it is then unusable, otherwise unknown.
  private func isFit(_ jwk: JSON) -> Bool {
    let error = #expect(throws: ProtocolError.self) {
      try KeySelection(jwks: ["keys": [jwk]], algorithm: .rs256).keys(kid: nil)
    }
    return error?.code == .idTokenKeyUnusable
  }

  // MARK: What is noted

  private func noted(
    _ endpoint: Endpoint, _ document: JSON, method: String = "POST", status: Int = 200
  ) -> [Leniency] {
    let request = HTTPRequest(method, "https://login.example/as/register", endpoint: endpoint)
    return Leniency.of(Fixture.json(document, status: status), to: request)
  }

  @Test func deviationsAreNoted() {
    let document: JSON = [
      "client_id": "c", "client_id_issued_at": "1", "client_secret_expires_at": .null, "redirect_uris": [],
      "registration_client_uri": "http://login.example/as/register/1", "registration_access_token": "t", "own": [],
    ]
    let found = noted(.registration, document, status: 201).map { "\($0.name) \($0.deviation.rawValue)" }
    #expect(
      Set(found) == [
        "client_id_issued_at numberAsText", "client_secret_expires_at empty", "redirect_uris empty",
        "registration_client_uri unmanaged",
      ])
    #expect(noted(.registration, document, status: 400) == [] && noted(.registration, document, method: "DELETE") == [])
    #expect(noted(.refresh, ["refresh_token": ""]).map(\.deviation) == [.empty])
    #expect(noted(.jwks, ["keys": ["k", ["use": .null], ["use": .null]]]).map(\.name) == ["keys", "use"])
    #expect(noted(.metadata, ["mtls_endpoint_aliases": ["token_endpoint": ""]]).count == 1)
    #expect(noted(.deviceAuthorization, ["interval": "5"]).map(\.deviation) == [.numberAsText])
    #expect(noted(.other, ["refresh_token": ""]) == [])
  }

  @Test func correctMembersAreNotNoted() throws {
    #expect(noted(.metadata, try Fixture.metadata().document) == [])
    #expect(noted(.token, Fixture.tokenDocument) == [])
    let place: JSON = "https://login.example/as/register/1"
    let registration = Fixture.registrationDocument.setting("registration_client_uri", place)
    #expect(noted(.registration, registration, status: 201) == [])
  }
}
