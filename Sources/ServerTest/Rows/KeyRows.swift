import Crypto
import SharedValues

/// Builds DPoP proofs (RFC 9449 §4.2), right or spoiled in one way.
enum TestProof {
  static func text(
    _ key: TestKey, method: String, url: String, nonce: String? = nil, accessToken: Secret? = nil, ageSeconds: Int = 0,
    _ signing: TestKey.Signing = .own
  ) -> String {
    let now = Int(TimeSource.system.now.timeIntervalSince1970) - ageSeconds
    var claims: JSON = [
      "htm": .string(method), "htu": .string(String(url.prefix(whileScalar: { $0 != "?" && $0 != "#" }))),
      "iat": .number("\(now)"), "jti": .string(TestRandom.text()),
    ]
    if let nonce { claims = claims.setting("nonce", .string(nonce)) }
    if let accessToken {
      claims = claims.setting("ath", .string(Base64URL.encode(SHA256.hash(data: Array(accessToken.revealed.utf8)))))
    }
    return key.jws(["typ": "dpop+jwt", "jwk": key.jwk], claims, signing)
  }
}

extension ServerTester {
  func keyRow(_ id: ServerCheck.ID, _ a: TestClient) async throws(TestStop) -> Finding {
    try await grants.firstGrant(a)
    return switch id {
    case .badProof: try await badProof(a)
    case .otherKey: try await otherKey(a)
    case .foreignPush, .pushTwice: try await pushRow(id, a)
    default: try await assertionRow(id)
    }
  }

  // MARK: - Assertions (RFC 7523 §3)

  private func assertionRow(_ id: ServerCheck.ID) async throws(TestStop) -> Finding {
    guard let client = try await clients.keyClient() else {
      return .notSeen("no client with a key could be registered")
    }
    let now = Int(TimeSource.system.now.timeIntervalSince1970)
    let issuer = facts.issuer
    switch id {
    case .assertionAlgorithm:
      let unsigned = ClientRequest.assertion(client, issuer: issuer, .none)
      let confused = ClientRequest.assertion(client, issuer: issuer, .hmacWithPublicKey)
      let first = try await assertion(client, unsigned, "an assertion with alg none")
      return .worst(of: [first, try await assertion(client, confused, "an assertion with HS256 and the public key")])
    case .assertionAudience:
      let text = ClientRequest.assertion(client, issuer: issuer, changes: ["aud": "https://a.example/token"])
      return try await assertion(client, text, "an assertion for another server")
    case .assertionExpiry:
      let past: JSON = ["iat": .number("\(now - 600)"), "exp": .number("\(now - 300)")]
      let text = ClientRequest.assertion(client, issuer: issuer, changes: past)
      return try await assertion(client, text, "an assertion that ended 5 minutes ago")
    default:
      let text = ClientRequest.assertion(client, issuer: issuer)
      let first = try await grants.login(client, .assertion(text))
      guard first?.judged().isAccepted == true else { return .notSeen("the good assertion was refused") }
      return try await assertion(client, text, "an assertion that was used before")
    }
  }

  private func assertion(_ client: TestClient, _ text: String, _ what: String) async throws(TestStop) -> Finding {
    guard let judged = try await grants.login(client, .assertion(text))?.judged() else { return .noCode }
    return try await finding(judged, what, beside: try await grants.newGrant(client)?.answer.judged())
  }

  // MARK: - DPoP (RFC 9449)

  /// A code of A, redeemed with a proof. A server that wants its nonce gets a second proof with it (§8).
  private func redeemProving(
    _ a: TestClient, _ proof: (String, String?) -> String
  ) async throws(TestStop) -> Answer? {
    guard let endpoint = facts[.token] else { return nil }
    let attempt = AuthorizationAttempt(a, scope: facts.scope)
    let visit = try await logins.visit(attempt)
    let first = try await grants.redeem(attempt, visit, headers: [HTTPHeader("DPoP", proof(endpoint, nil))])
    guard OAuthErrorName.of(first?.json) == "use_dpop_nonce",
      let nonce = first?.response?.headers[first: "DPoP-Nonce"], nonce.utf8.count <= 1024
    else { return first }
    return try await grants.redeem(attempt, visit, headers: [HTTPHeader("DPoP", proof(endpoint, nonce))])
  }

  private func bound(_ a: TestClient, _ key: TestKey) async throws(TestStop) -> Answer? {
    let answer = try await redeemProving(a) { TestProof.text(key, method: "POST", url: $0, nonce: $1) }
    return answer?.text("token_type")?.lowercased() == "dpop" ? answer : nil
  }

  private func badProof(_ a: TestClient) async throws(TestStop) -> Finding {
    let key = TestKey()
    let spoiled: [(String, (String, String?) -> String)] = [
      ("a proof for another address", { TestProof.text(key, method: "POST", url: $0 + "/other", nonce: $1) }),
      ("a proof for another method", { TestProof.text(key, method: "GET", url: $0, nonce: $1) }),
      ("a proof that is 10 minutes old", { TestProof.text(key, method: "POST", url: $0, nonce: $1, ageSeconds: 600) }),
      ("a proof with a wrong signature", { TestProof.text(key, method: "POST", url: $0, nonce: $1, .broken) }),
    ]
    guard let good = try await bound(a, key) else { return .notSeen("a good proof brought no bound token") }
    var (findings, twin): ([Finding], Judged?) = ([], good.judged())
    for (what, proof) in spoiled {
      guard let judged = try await redeemProving(a, proof)?.judged() else {
        return .notSeen("the login brought no code")
      }
      if let good = twin, judged.time.timeIntervalSince(good.time) > TwinJudgement.limit - 5 {
        twin = try await bound(a, key)?.judged()
      }
      findings.append(TwinJudgement.finding(judged, twin: twin, what))
    }
    return .worst(of: findings)
  }

  private func otherKey(_ a: TestClient) async throws(TestStop) -> Finding {
    let (key, other) = (TestKey(), TestKey())
    guard let url = facts[.userinfo], let answer = try await bound(a, key), let token = answer.secret("access_token")
    else { return .notSeen("a good proof brought no bound token") }
    var nonce: String?
    func proof(_ key: TestKey) -> String {
      TestProof.text(key, method: "GET", url: url, nonce: nonce, accessToken: token)
    }
    var twin = try await grants.userinfo(token, scheme: "DPoP", proof: proof(key))
    if let wanted = twin.response?.headers[first: "DPoP-Nonce"], !twin.judged().isAccepted, wanted.utf8.count <= 1024 {
      nonce = wanted
      twin = try await grants.userinfo(token, scheme: "DPoP", proof: proof(key))
    }
    let foreign = try await grants.userinfo(token, scheme: "DPoP", proof: proof(other)).judged()
    let bearer = try await grants.userinfo(token).judged()
    return .worst(of: [
      TwinJudgement.finding(foreign, twin: twin.judged(), "a proof of another key"),
      TwinJudgement.finding(bearer, twin: twin.judged(), "the bound token as a bearer token"),
    ])
  }
}
