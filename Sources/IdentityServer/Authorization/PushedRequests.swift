/// RFC 9126: the client sends its request directly, and the browser carries only an opaque reference to it.
extension Provider {
  @Sendable func pushAuthorization(_ request: ServerRequest) async throws -> ServerResponse {
    let form = try form(ofClient: request)
    // Before the client's assertion is used up: a client that is told to use a nonce may send the same assertion again.
    let proof = try proof(of: request)
    let client = try await authenticatedClient(request, form)
    // §2.1, step 2: a pushed request must not refer to another one.
    guard form["request_uri"] == nil else { throw OAuthError(.invalidRequest, "request_uri must not be pushed") }
    let reference = PushedRequest.freshReference()
    let parameters = PushedRequest.parameters(form, as: reference, boundTo: try key(proof, form, client))
    do {
      // §2.1, step 3: judged as the authorization endpoint will judge it.
      _ = try await checks.check(parameters)
    } catch AuthorizationRefusal.page(let error), AuthorizationRefusal.redirect(let error, _) { throw error }
    try await store.push(
      reference, of: client, from: request.address, parameters, now: now, lifetime: lifetimes.pushedRequest,
      limit: limits.pushedRequests)
    return .json(
      ["request_uri": .string(reference), "expires_in": .number(String(Int(lifetimes.pushedRequest)))], status: 201,
      note: "authorization request pushed")
  }

  /// The key that must redeem the code: if both `dpop_jkt` and the proof name it, they must agree (RFC 9449 §10.1).
  private func key(_ proof: DPoPProof?, _ form: FormParameters, _ client: Client) throws(OAuthError) -> String? {
    guard let proof else { return nil }
    guard form["dpop_jkt"] ?? proof.keyThumbprint == proof.keyThumbprint else {
      throw OAuthError(.invalidDPoPProof, "dpop_jkt is not the key of the DPoP proof")
    }
    try accept(proof, of: client)
    return proof.keyThumbprint
  }

  private static let formsOfOneVisit = 4.0

  /// Those pushed under the reference, or else those of the request itself (RFC 9126 §4).
  ///
  /// A reference belongs to the first browser that presents it, so that a person may reload the page; it gives one code
  /// (``PushedRequest``). A browser without a cookie gets one, which `request` then names.
  /// - Throws: `invalid_request_uri` for an invalid reference.
  func resolved(_ parameters: FormParameters, _ request: inout ServerRequest) async throws -> FormParameters {
    guard let reference = parameters["request_uri"], PushedRequest.isReference(reference) else { return parameters }
    guard parameters.count(of: "request_uri") == 1, parameters.count(of: "client_id") == 1,
      let clientID = parameters["client_id"]
    else { throw OAuthError(.invalidRequest, "client_id and request_uri are required, once each") }
    let browser = browser(request)
    if browser.isNew { request.newBrowser = browser.id }
    return try await store.openPushedRequest(
      reference, of: clientID, browser: browser.id, now: now, kept: Provider.formsOfOneVisit * lifetimes.form,
      limit: limits.pushedRequests)
  }
}

/// The parameters of a pushed request.
///
/// They name the request's reference as `request_uri`, in the database and in the forms of later
/// pages. A `request_uri` from outside cannot get there: it is resolved or refused.
enum PushedRequest {
  /// RFC 9126 §2.2.
  private static let prefix = "urn:ietf:params:oauth:request_uri:"

  /// Client credentials are not part of the request (RFC 9126 §2.1), nor is a `request_uri`, which here can only be empty.
  private static let leftOut: Set = ["client_secret", "client_assertion", "client_assertion_type", "request_uri"]

  static func freshReference() -> String { prefix + freshSecret() }
  static func isReference(_ uri: String) -> Bool { uri.hasPrefix(bytes: prefix) }

  static func parameters(_ form: FormParameters, as reference: String, boundTo key: String?) -> FormParameters {
    var pairs = form.pairs.filter { !leftOut.contains($0.name) }
    if let key { pairs = pairs.filter { $0.name != "dpop_jkt" } + [("dpop_jkt", key)] }
    return FormParameters(pairs + [("request_uri", reference)])
  }
}
