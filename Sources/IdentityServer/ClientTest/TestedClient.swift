/// Which of the kept exchanges are those of the client under test: of the one that was named, else of every client but those that only
/// register others.
struct TestedClient: Sendable {
  /// The one that was named, and those that it has registered since; empty: none was.
  var names: [String]
  /// Where its own requests have come from, if other clients use the server meanwhile; `nil`: nothing else does.
  private(set) var addresses: Set<String>?

  init(named: String?, isAmongOthers: Bool = false) {
    names = named.map { [$0] } ?? []
    addresses = isAmongOthers ? [] : nil
  }

  var target: FaultTarget { names.last.map(FaultTarget.client) ?? .applications }

  /// Whom faults meet where requests name no client: the address that all of the client's own come from, if there is one.
  var nameless: FaultTarget {
    guard let addresses, addresses.count == 1, let address = addresses.first.flatMap({ IPAddress($0) }) else {
      return .everybody
    }
    return .address(address)
  }

  /// Requests for the metadata and the keys name no client. They count if nothing else uses the server during a test, or if they come from an
  /// address of the client's.
  func sends(_ exchange: SeenExchange) -> Bool {
    if [.metadata, .keySet, .registration, .management, .trap].contains(exchange.kind) {
      return addresses.map { $0.isEmpty || $0.contains(exchange.request.address) } ?? true
    }
    guard let id = exchange.claimed ?? exchange.parties.clients.first else { return names.isEmpty }
    return names.isEmpty ? !ConfiguredClients.registrars.contains(id) : names.contains(id)
  }

  /// A client that was named may register anew: then it has another id.
  /// - Parameter isAgain: whether a client that has registered can be the same, as far as its registration shows.
  mutating func follow(_ exchanges: [SeenExchange], _ isAgain: (_ id: String) -> Bool = { _ in true }) {
    guard !names.isEmpty else { return }
    let own = exchanges.filter { TestedClient.direct.contains($0.kind) && sends($0) }
    addresses?.formUnion(own.map(\.request.address))
    for exchange in exchanges where exchange.kind == .registration && exchange.passage.status == 201 {
      guard let id = exchange.answer["client_id"]?.stringValue, sends(exchange), isAgain(id) else { continue }
      names.append(id)
    }
  }

  /// What the client sends itself, and not its browser.
  private static let direct: Set<SeenExchange.Kind> = [.code, .refresh, .push, .userInfo, .api]

  /// The id of the client whose code was redeemed first. A client that registers for each login has another one afterwards.
  func firstID(in exchanges: [SeenExchange]) -> String? {
    names.last ?? exchanges.first(where: redeems)?.parties.clients.last ?? askingID(in: exchanges)
  }

  /// The id of the client whose code was redeemed last.
  func id(in exchanges: [SeenExchange]) -> String? {
    names.last ?? exchanges.last(where: redeems)?.parties.clients.last ?? askingID(in: exchanges)
  }

  private func redeems(_ exchange: SeenExchange) -> Bool {
    sends(exchange) && exchange.kind == .code && exchange.isAccepted
  }

  /// Of a client that has redeemed no code: its requests tell why, or it signs in at another device. `nil`: none has asked for tokens.
  private func askingID(in exchanges: [SeenExchange]) -> String? {
    exchanges.last { [.push, .authorization, .code, .otherGrant].contains($0.kind) && $0.claimed != nil && sends($0) }?
      .claimed
  }
}

/// What two good logins have shown of a client.
struct Baseline: Sendable {
  /// How many requests of each kind.
  let counts: [SeenExchange.Kind: Int]
  /// Of the accepted token requests.
  let logins: Int
  /// Whether each login was followed by a use of its token.
  let isFollowed: Bool
  /// The longest time from a token to its first use, in seconds.
  let slowestUse: Double
  /// Whether the client itself sends something after a restart before its browser does.
  let connectsFirst: Bool
  /// What the command cannot do.
  let impossible: Set<ClientTestStep>
  let authMethod: ClientMetadata.AuthMethod?

  static let uses: Set<SeenExchange.Kind> = [.userInfo, .api, .introspection]

  /// - Parameter restart: the last exchange before the restart.
  init(
    _ own: [SeenExchange], restart: Int, impossible: Set<ClientTestStep>, authMethod: ClientMetadata.AuthMethod?
  ) {
    counts = Dictionary(own.filter(\.isAccepted).map { ($0.kind, 1) }, uniquingKeysWith: +)
    let redeemed = own.filter { $0.kind == .code && $0.isAccepted }
    let gaps = redeemed.compactMap { login in
      own.first { $0.number > login.number && Baseline.uses.contains($0.kind) }.map {
        $0.begun.timeIntervalSince(login.passage.time)
      }
    }
    logins = redeemed.count
    isFollowed = !redeemed.isEmpty && gaps.count == redeemed.count
    slowestUse = gaps.max() ?? 0
    connectsFirst = own.first { $0.number > restart }.map { TrialRecord.direct.contains($0.kind) } ?? false
    (self.impossible, self.authMethod) = (impossible, authMethod)
  }

  /// How many of each kind the baseline and these exchanges show, in which nothing was wrong either.
  func counts(with exchanges: [SeenExchange]) -> [SeenExchange.Kind: Int] {
    counts.merging(exchanges.filter(\.isAccepted).map { ($0.kind, 1) }, uniquingKeysWith: +)
  }

  /// The kinds of requests that were seen, in the order of ``codes``.
  var seen: [String] { Baseline.codes.filter { counts[$0.kind, default: 0] > 0 }.map(\.code) }

  static let codes: [(code: String, kind: SeenExchange.Kind)] = [
    ("MD", .metadata), ("JK", .keySet), ("RG", .registration), ("RM", .management), ("PA", .push),
    ("AZ", .authorization), ("TK", .code), ("UI", .userInfo), ("AP", .api), ("IN", .introspection), ("RF", .refresh),
    ("RV", .revocation), ("LO", .signOut),
  ]

  var json: JSON {
    [
      "methods": .strings(authMethod.map { [$0.rawValue] } ?? []), "seen": .strings(seen),
      "impossible": .strings(ClientTestStep.allCases.filter(impossible.contains).map(\.rawValue)),
      "logins": .number(String(logins)),
    ]
  }
}
