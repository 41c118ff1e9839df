/// The client, user and session that one exchange names, read from its messages on demand. Holds marks, and no secret.
struct ExchangeFacts: Sendable {
  /// Those whom the server recognised while it answered.
  var own: ExchangeParties
  /// A mark of the `state`; `nil`: there is none.
  var visit: String?
  var address: String
  /// The client that the request names, which need not exist; `nil`: it names none.
  var claimed: String?
  var given: [ExchangeKey]
  /// The keys that the request brings, and that its endpoint judges.
  var presented: [ExchangeKey]
  /// Whether the server did what the request's keys are for, so that they are the keys of those whom it recognised.
  var isAccepted: Bool
  /// Marks of the secrets that the server gave or accepted.
  var secrets: Set<String>

  init(_ passage: Passage) {
    let request = passage.request
    let (query, form) = (request.queryParameters, (try? request.form()) ?? FormParameters())
    let (answered, asked) = (FoundKeys(passage.response), FoundKeys(request, query, form))
    (own, visit, address) = (passage.parties, passage.visit, request.address)
    // A value that a fault wrote is the same for all clients, and joins none. A spoiled ID token is still one client's.
    let unspoiled = passage.givenBeforeFault
    given = unspoiled.map { $0.keys + answered.keys.filter { $0.kind == .idToken } } ?? answered.keys
    presented = asked.keys
    claimed = ExchangeFacts.claim(request, query, form)
    // These two look at a token without using it, and answer 200 for any (RFC 7662 §2.2, RFC 7009 §2.2).
    isAccepted =
      passage.isAccepted
      && ![Addresses.introspectionPath, Addresses.revocationPath].contains(request.path)
    secrets = answered.secrets.union(unspoiled?.secrets ?? []).union(isAccepted ? asked.secrets : [])
  }

  static func claim(_ request: ServerRequest, _ query: FormParameters, _ form: FormParameters) -> String? {
    let authenticated = request.basicCredentials.map { PercentCoding.repaired($0.id) }
    if let id = query["client_id"] ?? form["client_id"] ?? authenticated { return id }
    // RFC 7523 §2.2.
    if let assertion = form["client_assertion"] { return (try? ClientAssertion(assertion))?.clientID }
    // RFC 7592 §2: the address of a registration ends with its client id.
    let path = request.path.without(prefix: Addresses.registrationPath + "/")
    return path.map { PercentCoding.repaired($0.utf8) }
  }
}
