import Foundation
import SharedValues
import Synchronization
import Testing

@testable import IdentityServer

/// docs/openapi.json describes exactly what the server does.
@Suite struct APIDocumentTests {
  @Test func documentAndRoutesAgree() async throws {
    let document = try APIDocument()
    let documented = Set(document.operations.keys)
    try await TestServer.with(adjusting: APIDocumentTests.withApplication) { server in
      var routed: Set<APIDocument.Operation> = []
      for side in [Answering.Side.server, .admin, .devices] {
        for entry in server.side(side).table.listing {
          for method in entry.methods
          where !document.excluded.contains(where: { $0.covers(port: side.rawValue, path: entry.path) }) {
            routed.insert(.init(port: side.rawValue, path: entry.path, method: method))
          }
        }
      }
      #expect(routed.subtracting(documented).isEmpty, "routes that docs/openapi.json does not have")
      #expect(documented.subtracting(routed).isEmpty, "operations that no route answers")
    }
    for excluded in document.json["x-excluded"]?.arrayValue ?? [] {
      let reason = excluded["reason"]?.stringValue ?? ""
      #expect(!reason.isEmpty)
    }
    let names = document.operations.values.compactMap { $0["operationId"]?.stringValue }
    // The token endpoint stands on two ports.
    #expect(Set(names).count == names.count - 1)
  }

  /// The document has every parameter that the sources read by name.
  @Test func parametersThatAreReadAreDocumented() throws {
    let document = try APIDocument()
    // These two are read only to be refused.
    let authorization = try Self.read(
      "parameters", in: ["Authorization", "API/ProtectedResource.swift", "Messages/ServerRequest.swift"]
    ).subtracting(["request", "registration"])
    #expect(authorization.isSuperset(of: ["client_id", "resource", "dpop_jkt", "request_uri", "ui_locales"]))
    for method in ["GET", "POST"] {
      #expect(authorization.subtracting(document.parameters(method, Addresses.authorizationPath)) == [], "\(method)")
    }
    let credentials: Set = ["client_id", "client_secret", "client_assertion", "client_assertion_type"]
    let pushed = document.parameters("POST", Addresses.pushedAuthorizationPath)
    #expect(authorization.union(credentials).subtracting(["request_uri"]).subtracting(pushed) == [])
    let paths = [Addresses.tokenPath, Addresses.revocationPath, Addresses.introspectionPath]
    let forms = paths.map { document.parameters("POST", $0) }
    for (path, form) in zip(paths, forms) { #expect(form.isSuperset(of: credentials), "\(path)") }
    let device = document.parameters("POST", Addresses.deviceAuthorizationPath)
    #expect(
      device.isSuperset(of: credentials.union(["scope", "resource", "max_age", "acr_values", "claims", "ui_locales"])))
    let read = try Self.read("form", in: ["Tokens"])
    #expect(read.isSuperset(of: ["grant_type", "token", "device_code"]))
    #expect(read.subtracting(forms.reduce(into: Set<String>()) { $0.formUnion($1) }) == [])
  }

  /// Bound tokens and proofs are documented where the server accepts them, and 503 where its memory of them can be full.
  @Test func proofsAreDocumented() throws {
    let document = try APIDocument()
    let withProof = document.operations.filter { $0.value["security"]?.arrayValue?.contains(["dpop": []]) == true }
    #expect(withProof.count == 7)
    let paths = [Addresses.tokenPath, Addresses.revocationPath, Addresses.pushedAuthorizationPath]
    let forms = paths.map { APIDocument.Operation(port: "server", path: $0, method: "POST") }
    for operation in withProof.keys + forms {
      #expect(document.parameters(operation.method, operation.path).contains("DPoP"), "\(operation)")
      let responses = document.operations[operation]?["responses"]
      #expect(responses?["503"] != nil, "\(operation)")
      for response in responses?.objectValue ?? [] {
        #expect(document.resolved(response.value)["headers"]?["DPoP-Nonce"] != nil, "\(operation) \(response.name)")
      }
    }
  }

  /// The names by which the server's files read parameters from a variable with that name.
  private static func read(_ variable: String, in places: [String]) throws -> Set<String> {
    let name = try Regex(variable + #"(?:\.values\(|\[)"([a-z_]+)""#, as: (Substring, Substring).self)
    var found: Set<String> = []
    for place in places {
      let url = APIDocument.root.appendingPathComponent("Sources/IdentityServer/" + place)
      let files =
        place.hasSuffix(".swift")
        ? [url] : try FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)
      for file in files {
        found.formUnion(try String(contentsOf: file, encoding: .utf8).matches(of: name).map { String($0.output.1) })
      }
    }
    return found
  }

  @Test func aWrongDocumentIsFound() throws {
    let document = try APIDocument()
    func faults(_ value: JSON, _ schema: JSON) -> [String] {
      var check = SchemaCheck(document)
      check.check(value, schema)
      return check.faults
    }
    let health: JSON = ["$ref": "#/components/schemas/Health"]
    let token: JSON = ["$ref": "#/components/schemas/TokenResponse"]
    #expect(faults(["status": "ok", "database": "ok", "keys": "ok"], health) == [])
    #expect(faults(["status": "fine", "database": "ok", "keys": "ok"], health).count == 1)
    #expect(faults(["status": "ok", "database": "ok"], health) == ["$: lacks keys"])
    #expect(faults(["status": "ok", "database": "ok", "keys": "ok", "x": 1], health) == ["$: has x as well"])
    let short: JSON = ["access_token": "a", "token_type": "bearer", "expires_in": 0, "scope": ["a"]]
    #expect(Set(faults(short, token)) == ["$.expires_in: is too small", "$.scope: is no string"])
    #expect(faults("a", ["pattern": "b"]).count == 1)
  }

  /// Every documented status of every operation occurs, and each JSON answer fits its schema.
  @Test func theServerDoesWhatIsDocumented() async throws {
    let document = try APIDocument()
    let watch = Watch(document)
    try await TestServer.with(adjusting: APIDocumentTests.withApplication) { server in
      server.observer.withLock { $0 = { watch.saw($0, $1, server) } }
      try await operationsAndDiscovery(server)
      try await loginsAndConsent(server)
      try await pushesAndTheAPI(server)
      try await deviceGrant(server)
      try await tokens(server)
      try await signOuts(server)
      try await registrations(server)
      try await devices(server, watch)
    }
    // A push that waits for an administrator.
    try await TestServer.with(adjusting: { $0.policies.push = .administrator }) { server in
      let world = try await DeviceTests.World(server)
      watch.saw(HTTPRequest("POST", try await world.address("push")), try await world.ask("push"), server)
    }
    // An open server that receives too many registrations and then has no room.
    try await TestServer.with(
      adjusting: {
        $0.policies.registration = .open
        $0.limits.registrationsPerMinute = 3
        $0.limits.clientsWithoutOwner = 1
      }
    ) { server in
      server.observer.withLock { $0 = { watch.saw($0, $1, server) } }
      for path in [Addresses.registrationPath, Addresses.tutorialRegistrationPath] {
        server.clock.advance(by: 60)
        for _ in 0..<4 {
          _ = try await server.send(
            HTTPRequest(
              "POST", server.origin + path, headers: [HTTPHeader("Content-Type", "application/json")],
              body: Array(TestServer.tutorialMetadata.compact.utf8)))
        }
      }
    }
    // A server with a client that has sent too many requests.
    try await TestServer.with(
      adjusting: {
        $0.limits.pushedRequests = 1
        $0.limits.deviceAuthorizations = 1
        $0.limits.paymentsPerDay = 1
      }
    ) { server in
      server.observer.withLock { $0 = { watch.saw($0, $1, server) } }
      try await pushesAndTheAPI(server)
      try await deviceGrant(server)
    }
    // A server that has seen too many proofs and assertions.
    try await TestServer.with(
      adjusting: {
        $0.policies.registration = .open
        $0.replayCapacity = 8
      }
    ) { server in
      server.observer.withLock { $0 = { watch.saw($0, $1, server) } }
      try await tooManySignatures(server)
    }
    // A server whose database is closed.
    try await TestServer.with { server in
      try server.server.provider.store.pool.close()
      watch.saw(HTTPRequest("GET", server.origin + "/health"), try await server.health(), server)
    }
    #expect(watch.faults == [])
    // The application server has tests of its own.
    let expected = document.operations.filter { $0.value["tags"]?.stringArray?.first != "application server" }
      .flatMap { operation, json in
        (json["responses"]?.objectValue ?? []).map {
          "\(operation.port) \(operation.method) \(operation.path) \($0.name)"
        }
      }
    // The devices' port accepts no proofs or assertions, so its memory of them cannot be full.
    let impossible: Set = ["devices POST \(Addresses.tokenPath) 503"]
    #expect(Set(expected).subtracting(impossible).subtracting(watch.statuses).sorted() == [])
  }

  private static func withApplication(_ configuration: inout IdentityServerConfiguration) {
    configuration.application = ApplicationServerConfiguration(
      clientID: "demo-app", redirectURI: "https://app.example/cb", postLogoutRedirectURI: "https://app.example/out")
  }
}

extension APIDocumentTests {
  private func operationsAndDiscovery(_ server: TestServer) async throws {
    func get(_ path: String) async throws { _ = try await server.send(HTTPRequest("GET", server.origin + path)) }
    for path in Addresses.openIDMetadataPaths + Addresses.oauthMetadataPaths + [Addresses.keySetPath] {
      try await get(path)
    }
    try await get("/health")
    try await get("/")
    try await get("/assets/style.css")
    _ = try await server.metrics()
  }

  private func loginsAndConsent(_ server: TestServer) async throws {
    let app = TestApp(server: server)
    let browser = TestBrowser(server)
    let url = app.authorizationURL()
    let query = url.split(separator: "?", maxSplits: 1)[1]
    let fields = try FormParameters(formEncoded: query.utf8).pairs
    let endpoint = server.origin + "/oauth/v2/oauth-authorize"
    // By POST and GET: a page, a redirect to the client, and an error page.
    let page = try await browser.post(endpoint, fields)
    _ = try await browser.post(endpoint, fields + [("prompt", "none")])
    _ = try await browser.post(endpoint, [("client_id", "nobody")])
    _ = try await browser.get(url)
    _ = try await browser.get(url + "&prompt=none")
    _ = try await browser.get(endpoint + "?client_id=nobody")
    // Too large for the login form.
    _ = try await browser.post(endpoint, fields + [("login_hint", String(repeating: "a", count: 40_000))])
    _ = try await browser.get(url + "&login_hint=" + String(repeating: ":", count: 12_000))
    _ = try await browser.submit(page, [("username", "demouser"), ("password", "wrong")])
    _ = try await browser.submit(page, [("username", "demouser"), ("password", "Password1")])
    _ = try await browser.post(endpoint + "/login", [("form", "forged")])
    _ = try await browser.submit(try await browser.get(url), [("decision", "allow")])
    let consent = try await browser.get(url)
    _ = try await browser.post(
      endpoint + "/consent", [("form", consent.hiddenForm), ("decision", "allow")], headers: FormTargetTests.chromium)
    _ = try await browser.post(endpoint + "/consent", [("form", "forged")])
    for path in ["/oauth-authorize/login", "/oauth-authorize/consent", "/oauth-session/logout/confirm"] {
      let foreign = [HTTPHeader("Origin", "null")]
      _ = try await browser.post(server.origin + "/oauth/v2" + path, [("form", "a")], headers: foreign)
    }
    for _ in 0..<8 { _ = try await browser.submit(page, [("username", "jd"), ("password", "wrong")]) }
    server.clock.advance(by: 120)
  }

  private func pushesAndTheAPI(_ server: TestServer) async throws {
    let (app, browser, _) = try await server.bankingApp()
    for _ in 0..<2 { _ = try await app.push() }
    _ = try await app.push(["scope": "unknown"])
    _ = try await app.push(["login_hint": String(repeating: "a", count: 40_000)])
    var impostor = app
    impostor.secret = "wrong"
    _ = try await impostor.push()
    for path in ["", "/accounts", "/payments"] {
      _ = try await server.send(HTTPRequest("GET", server.origin + "/.well-known/oauth-protected-resource/api" + path))
      // Without a token the only answer is the challenge.
      if !path.isEmpty { _ = try await server.send(HTTPRequest("GET", server.api + path)) }
    }
    let good = try await server.token(app, browser, ["acr_values": freshLogin])
    let narrow = try await server.token(app, browser, scope: "openid")
    let accounts = try await server.api("accounts", good).json["accounts"]?.arrayValue
    let order: JSON = [
      "from": accounts?.first?["id"] ?? .null, "to": "Anna", "amount": ["currency": "EUR", "amount": "1.00"],
    ]
    let tooMuch = order.setting("amount", ["currency": "EUR", "amount": "9999.99"])
    for token in [good, narrow, "unknown"] {
      _ = try await server.api("accounts", token)
      _ = try await server.api("payments", token)
      for body in [tooMuch, order, order, [:]] { _ = try await server.api("payments", token, method: "POST", body) }
    }
  }

  private func deviceGrant(_ server: TestServer) async throws {
    let (app, _, _) = try await server.registeredApp(as: "demouser", "Password1", TestServer.deviceMetadata)
    for _ in 0..<2 { _ = try await app.askForCodes() }
    _ = try await app.askForCodes(["scope": "unknown"])
    _ = try await app.askForCodes(["scope": "openid " + String(repeating: "a", count: 40_000)])
    var impostor = app
    impostor.secret = "wrong"
    _ = try await impostor.askForCodes()
    let (phone, browser) = (TestApp(server: server), TestBrowser(server))
    let codes = try await phone.askForCodes().json
    let question = try await browser.bring(codes)
    _ = try await browser.submit(question, [("decision", "allow")])
    _ = try await phone.poll(codes)
    for path in ["", "/login", "/decision"] {
      let url = server.origin + "/device" + path
      _ = try await browser.post(url, [("form", "forged")])
      _ = try await browser.post(url, [("form", "a")], headers: [HTTPHeader("Origin", "null")])
    }
    let guesser = TestBrowser(server)
    for _ in 0..<8 { _ = try await guesser.type("BBBB-BBBB", at: codes) }
    let next = try await phone.askForCodes().json
    let other = TestBrowser(server)
    let form = try await other.type(next["user_code"]?.stringValue ?? "", at: next)
    for _ in 0..<8 { _ = try await other.submit(form, [("username", "jr"), ("password", "wrong")]) }
    server.clock.advance(by: 120)
  }

  private func tooManySignatures(_ server: TestServer) async throws {
    let key = TestKey()
    let metadata = TestServer.keyedMetadata.setting("jwks", ["keys": [key.jwk]])
      .setting("scope", "openid accounts payments")
    let registration = try await server.registrationOpen(metadata).json
    let app = KeyedApp(server: server, clientID: registration.token("client_id"), key: key)
    let url = app.plain.authorizationURL(["scope": "openid accounts payments", "resource": server.api])
    let code = try #require(try await TestBrowser(server).signIn(url).code)
    let token = try await app.redeem(code, proofs: [app.proof()]).json.token("access_token")
    let provider = server.server.provider
    for memory in [provider.proofs, provider.assertions] {
      for number in 0..<8 { _ = memory.remember("\(number)", of: "somebody", now: app.now) }
    }
    _ = try await app.push()
    for path in ["oauth-token", "oauth-revoke", "oauth-introspect", "oauth-device-authorization"] {
      _ = try await app.post("/oauth/v2/" + path, [("token", token)])
    }
    for (method, url) in [
      ("GET", app.userInfoURL), ("POST", app.userInfoURL), ("GET", server.api + "/accounts"),
      ("GET", server.api + "/payments"), ("POST", server.api + "/payments"),
    ] {
      let proof = Unsigned.proof(app.proofKey, method, url, app.now, accessToken: token).signed(app.proofKey)
      let headers = [HTTPHeader("Authorization", "DPoP " + token), HTTPHeader("DPoP", proof)]
      _ = try await server.send(HTTPRequest(method, url, headers: headers))
    }
  }

  private func tokens(_ server: TestServer) async throws {
    let (app, _, tokens) = try await server.signedInApp()
    let access = tokens["access_token"]?.stringValue ?? ""
    let userInfo = server.origin + "/oauth/v2/oauth-userinfo"
    let dcr = try await server.registrationToken(TestBrowser(server))
    for token in [access, dcr, "unknown"] {
      _ = try await app.userInfo(token)
      _ = try await TestBrowser(server).post(userInfo, [("access_token", token)])
    }
    let bearer = HTTPHeader("Authorization", "Bearer " + access)
    let formType = HTTPHeader("Content-Type", "application/x-www-form-urlencoded")
    _ = try await server.send(
      HTTPRequest("POST", userInfo, headers: [bearer, formType], body: form([("access_token", access)])))
    var impostor = app
    impostor.secret = "wrong"
    for path in ["oauth-token", "oauth-introspect", "oauth-revoke"] {
      let path = "/oauth/v2/" + path
      _ = try await app.post(path, [])
      _ = try await app.post(path, [("token", access)])
      _ = try await impostor.post(path, [("token", access)])
      _ = try await server.send(
        HTTPRequest(
          "POST", server.origin + path, headers: [HTTPHeader("Content-Type", "application/json")],
          body: Array("{}".utf8)))
    }
  }

  private func signOuts(_ server: TestServer) async throws {
    let (app, browser, _) = try await server.registeredApp()
    let endpoint = server.origin + "/oauth/v2/oauth-session/logout"
    let back = [("client_id", app.clientID), ("post_logout_redirect_uri", "io.curity.dcrclient:/logoutcallback")]
    let query = "?" + String(decoding: form(back), as: UTF8.self)
    // Signed in: the person is asked and agrees; afterwards there is no session to end.
    _ = try await browser.submit(try await browser.get(endpoint + query), [])
    for more in ["", query, "?state=a&state=b"] { _ = try await browser.get(endpoint + more) }
    for fields in [[], back, [("state", "a"), ("state", "b")]] { _ = try await browser.post(endpoint, fields) }
    _ = try await browser.signIn(TestApp(server: server).authorizationURL(["prompt": "login"]))
    _ = try await browser.submit(try await browser.get(endpoint), [])
    _ = try await browser.post(endpoint + "/confirm", [("form", "forged")])
  }

  private func registrations(_ server: TestServer) async throws {
    let (_, _, tokens) = try await server.signedInApp()
    var registration = JSON.null
    for path in [Addresses.registrationPath, Addresses.tutorialRegistrationPath] {
      let token = try await server.server.administration.issueInitialAccessToken(lifetime: 300).revealed
      let narrow = tokens["access_token"]?.stringValue ?? ""
      _ = try await server.registration("POST", path, TestServer.tutorialMetadata, token: narrow)
      _ = try await server.registration("POST", path, ["redirect_uris": 7], token: token)
      _ = try await server.registration("POST", path, token: token)
      registration = try await server.registration("POST", path, TestServer.tutorialMetadata, token: token).json
      _ = try await server.registration("POST", path, TestServer.tutorialMetadata, token: token)
    }
    let own = Addresses.registrationPath + "/" + (registration["client_id"]?.stringValue ?? "")
    let token = registration["registration_access_token"]?.stringValue ?? ""
    var metadata = TestServer.tutorialMetadata.objectValue ?? []
    metadata.append(.init("client_id", registration["client_id"] ?? .null))
    for method in ["GET", "PUT", "DELETE"] { _ = try await server.registration(method, own, token: "unknown") }
    _ = try await server.registration("GET", own, token: token)
    _ = try await server.registration("PUT", own, token: token)
    _ = try await server.registration("PUT", own, ["client_id": "other"], token: token)
    let updated = try await server.registration("PUT", own, .object(metadata), token: token).json
    _ = try await server.registration("DELETE", own, token: updated["registration_access_token"]?.stringValue ?? "")
  }

  private func devices(_ server: TestServer, _ watch: Watch) async throws {
    let world = try await DeviceTests.World(server)
    for path in ["token", "push"] {
      let request = HTTPRequest("POST", try await world.address(path))
      watch.saw(request, try await world.ask(path), server)
      watch.saw(request, try await world.ask(path, certificate: .some(nil)), server)
      watch.saw(request, try await world.ask(path, ["client_secret": "a"]), server)
      watch.saw(request, await server.server.respond(to: request), server)
    }
  }
}

/// Compares each exchange with its documentation.
private final class Watch: Sendable {
  private struct Seen {
    var statuses: Set<String> = []
    var faults: [String] = []
  }

  private let operations: [APIDocument.Operation: JSON]
  private let document: APIDocument
  private let seen = Mutex(Seen())

  init(_ document: APIDocument) {
    self.document = document
    operations = document.operations
  }

  var statuses: Set<String> { seen.withLock { $0.statuses } }
  var faults: [String] { seen.withLock { $0.faults } }

  func saw(_ request: HTTPRequest, _ response: HTTPResponse, _ server: TestServer) {
    guard let operation = operation(request, server), let documented = operations[operation] else {
      return fault("\(request.method) \(request.url) is not documented")
    }
    let name = "\(operation.port) \(operation.method) \(operation.path) \(response.status)"
    seen.withLock { _ = $0.statuses.insert(name) }
    guard let answer = documented["responses"]?[String(response.status)].map(document.resolved) else {
      return fault("\(name) is not documented")
    }
    for header in answer["headers"]?.objectValue ?? []
    where header.value["required"] == true && response.headers[first: header.name] == nil {
      fault("\(name) lacks \(header.name)")
    }
    guard let content = answer["content"] else {
      if !response.body.isEmpty { fault("\(name) has a body") }
      return
    }
    let type = String((response.headers[first: "Content-Type"] ?? "").prefix { $0 != ";" })
    guard let schema = content[type]?["schema"] else { return fault("\(name) is of type \(type)") }
    guard type == "application/json" else { return }
    var check = SchemaCheck(document)
    check.check(response.json, schema)
    for found in check.faults { fault("\(name): \(found)") }
  }

  private func fault(_ text: String) { seen.withLock { $0.faults.append(text) } }

  private func operation(_ request: HTTPRequest, _ server: TestServer) -> APIDocument.Operation? {
    for side in [Answering.Side.server, .admin, .devices] {
      let (port, table) = server.side(side)
      let origin = "https://localhost:\(port)"
      guard request.url.hasPrefix(origin + "/") else { continue }
      let path = String(request.url.dropFirst(origin.count).prefix { $0 != "?" })
      guard case .handler(_, _, let route) = table.match(method: request.method, path: path) else { return nil }
      return .init(port: side.rawValue, path: route, method: request.method)
    }
    return nil
  }
}
