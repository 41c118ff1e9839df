/// Gives one reader the kept exchanges as JSON, oldest first and in portions. Secrets are masked.
///
/// Whose an exchange is can become known later. Then the feed goes back to the first exchange that has changed, and gives
/// it and all later ones again.
package struct ExchangeFeed: Sendable {
  /// Exchanges in one answer.
  static let portion = 1000
  /// Bytes of an exchange as JSON. A longer one is given without its bodies, then without its headers.
  static let longest = 20_000

  private let trace: ExchangeTrace
  private let describe: Describe
  private var number = 0
  private var given: [GivenExchange] = []

  /// Where an exchange took place; its second argument is the request's Host header.
  typealias Describe = @Sendable (ExchangeLine, String) -> (endpoint: Endpoint, origin: String)

  init(_ trace: ExchangeTrace, _ describe: @escaping Describe) {
    (self.trace, self.describe) = (trace, describe)
  }

  /// The exchanges that the reader does not have, `{"event":"exchange","number":3,…}`, and at the end
  /// `{"event":"exchanges","from":3,"more":false,"clients":[…]}`. Exchanges with the number `from` and higher ones that the
  /// reader has from an earlier answer are no longer valid.
  /// - Parameters:
  ///   - number: of the reading. A new one begins with the first exchange.
  ///   - client: whose exchanges; `nil`: all.
  package mutating func next(_ number: Int, client: String?) -> [JSON] {
    if number != self.number { (self.number, given) = (number, []) }
    let news = trace.news(of: client, after: given, limit: ExchangeFeed.portion)
    given = news.given
    let end: [JSON.Member] = [
      .init("event", "exchanges"), .init("feed", .number(String(number))), .init("from", .number(String(news.from))),
      .init("more", .bool(news.hasMore)), .init("clients", .strings(news.clients)),
    ]
    return news.exchanges.map(json) + [.object(end)]
  }

  private func json(_ exchange: TracedExchange) -> JSON {
    let (endpoint, origin) = describe(exchange.line, exchange.request.headers[first: "Host"] ?? "")
    let members: [JSON.Member] = [
      .init("event", "exchange"), .init("feed", .number(String(number))),
      .init("endpoint", .string(endpoint.rawValue)), .init("url", .string(origin + exchange.line.target)),
      .init("at", .number(String(Int64((exchange.line.time.timeIntervalSince1970 * 1000).rounded())))),
    ]
    let whole = JSON.object(members + (exchange.json.objectValue ?? []))
    guard whole.compact.utf8.count > ExchangeFeed.longest else { return whole }
    let short = [true, false].map { keepsHeaders in
      JSON.object(
        members + exchange.line.members + [
          .init("request", exchange.request.withoutBody(keepsHeaders).json),
          .init("response", exchange.response.withoutBody(keepsHeaders).json),
        ])
    }
    return short[0].compact.utf8.count > ExchangeFeed.longest ? short[1] : short[0]
  }
}

/// An exchange that a reader has, and whose it was then.
struct GivenExchange: Hashable, Sendable {
  let number: Int
  let parties: ExchangeParties
}

/// What a reader does not have yet.
struct ExchangeNews: Sendable {
  /// What the reader has from this number on is no longer valid.
  let from: Int
  let exchanges: [TracedExchange]
  /// What the reader has, with these.
  let given: [GivenExchange]
  let hasMore: Bool
  /// The clients of the kept exchanges, the latest to appear first.
  let clients: [String]

  /// The most clients that are named.
  static let namedClients = 50
}

extension TracedExchange.Message {
  fileprivate func withoutBody(_ keepsHeaders: Bool) -> TracedExchange.Message {
    TracedExchange.Message(headers: keepsHeaders ? headers : [], body: "", bytes: bytes, isWhole: bytes == 0)
  }
}

extension IdentityServer {
  /// For the app that started this server.
  package var exchanges: ExchangeFeed {
    ExchangeFeed(provider.trace) { [server, devicesSide, addresses] line, host in
      let path = String(line.target.prefix(whileScalar: { $0 != "?" }))
      return Addresses.$asked.withValue(addresses.asked(by: host, on: line.side)) {
        switch line.side {
        case .devices: (devicesSide.table.endpoint(at: path), addresses.deviceURL(""))
        case .authority: (.page, "http://localhost:\(addresses.port(of: .authority))")
        case .trap: (.other, "http://trap")
        case .server, .admin: (server.table.endpoint(at: path), addresses.origin)
        }
      }
    }
  }
}
