import Synchronization

/// The latest exchanges with clients and browsers, in memory alone. Nothing unmasked leaves it.
///
/// Recording keeps the values as they are, because it happens for each request. Masks (``ExchangeMask``) and joins
/// (``ExchangeIndex``) are made when somebody reads.
final class ExchangeTrace: Sendable {
  private struct Kept {
    /// The first ``gone`` are `nil`: closing the gap for each dropped exchange would move all others each time.
    var passages: [Passage?] = []
    var gone = 0
    var lastNumber = 0
    var weight = 0
    var index = ExchangeIndex()

    var count: Int { passages.count - gone }
    var firstNumber: Int { lastNumber - count + 1 }

    mutating func dropFirst() -> Passage? {
      let dropped = passages[gone]
      passages[gone] = nil
      gone += 1
      weight -= dropped?.weight ?? 0
      return dropped
    }

    mutating func closeGap() {
      guard gone >= 1024 else { return }
      passages.removeFirst(gone)
      gone = 0
    }
  }

  private let capacity: Int
  private let weightLimit: Int
  private let kept = Mutex(Kept())

  /// - Parameters:
  ///   - capacity: exchanges.
  ///   - weightLimit: bytes of targets, headers and bodies. The latest exchange is kept, whatever it weighs.
  init(capacity: Int = 10_000, weightLimit: Int = 16 << 20) {
    (self.capacity, self.weightLimit) = (capacity, weightLimit)
  }

  func record(_ passage: Passage) {
    let dropped = kept.withLock { kept in
      kept.lastNumber += 1
      kept.passages.append(passage)
      kept.weight += passage.weight
      var dropped: [Passage?] = []
      while kept.count > capacity || (kept.weight > weightLimit && kept.count > 1) { dropped.append(kept.dropFirst()) }
      kept.closeGap()
      return dropped
    }
    // Freed here, outside the lock.
    withExtendedLifetime(dropped) {}
  }

  func lines(_ query: ExchangeQuery) -> [ExchangeLine] {
    let reading = reading()
    return reading.numbers(query).map(reading.line)
  }

  func exchanges(_ query: ExchangeQuery) -> [TracedExchange] {
    let reading = reading()
    return reading.numbers(query).map(reading.exchange)
  }

  /// - Returns: `nil`: no exchange has this number, or it is no longer kept.
  func exchange(_ number: Int) -> TracedExchange? {
    let reading = reading()
    return reading.has(number) ? reading.exchange(number) : nil
  }

  /// What a reader who has `given`, in this order, does not have: exchanges of the client, or of everybody (`nil`).
  /// - Parameter limit: exchanges.
  func news(of client: String?, after given: [GivenExchange], limit: Int) -> ExchangeNews {
    reading().news(of: client, after: given, limit: limit)
  }

  /// What the kept exchanges say about a client. It holds sentences of the checks and numbers, and no text of a message.
  func report(on client: Client, _ addresses: Addresses) -> ClientReport {
    ClientReport(ClientHistory(of: client, addresses, seen()))
  }

  /// The kept exchanges with higher numbers, with their secrets: for checks, which say nothing of them (``CheckVerdict``).
  func seen(after number: Int = 0) -> [SeenExchange] { reading().seen(after: number) }

  /// The nonce of the client's latest authorization request; `nil`: it sent none.
  func nonce(of client: String?) -> String? {
    let asked = seen().last {
      [.authorization, .push].contains($0.kind) && $0.claimed == client && $0.parameters["nonce"] != nil
    }
    return asked?.parameters["nonce"]
  }

  /// The number of the latest exchange; 0: there was none.
  var lastNumber: Int { kept.withLock { $0.lastNumber } }

  /// The bytes of targets, headers and bodies that are kept.
  var weight: Int { kept.withLock { $0.weight } }

  private struct Reading {
    var passages: [Passage]
    var index: ExchangeIndex

    private func passage(_ number: Int) -> Passage { passages[number - index.first] }

    func has(_ number: Int) -> Bool { number >= index.first && number < index.end }

    func line(_ number: Int) -> ExchangeLine {
      ExchangeLine(number, passage(number), index.parties[number - index.first], index.mask)
    }

    func exchange(_ number: Int) -> TracedExchange { TracedExchange(line(number), passage(number), index.mask) }

    func seen(after number: Int) -> [SeenExchange] {
      (max(index.first, number + 1)..<max(index.end, number + 1)).map {
        SeenExchange($0, passage($0), index.parties[$0 - index.first])
      }
    }

    func numbers(_ query: ExchangeQuery) -> [Int] {
      let after = query.after >= index.end ? 0 : query.after
      let start = max(index.first, after + 1)
      let end = max(start, min(index.end, query.before ?? index.end))
      let limit = min(max(query.limit, 0), ExchangeQuery.maximumLimit)
      let fitting = (start..<end).lazy.filter { index.has($0, query) }
      return query.order == .oldest ? Array(fitting.prefix(limit)) : Array(fitting.reversed().prefix(limit))
    }

    func news(of client: String?, after given: [GivenExchange], limit: Int) -> ExchangeNews {
      let query = ExchangeQuery(client: client)
      let fitting = (index.first..<index.end).lazy.filter { index.has($0, query) }
        .map { GivenExchange(number: $0, parties: index.parties[$0 - index.first]) }
      let all = Array(fitting)
      // What the trace has dropped is still valid.
      let known = given.drop { $0.number < index.first }
      let same = zip(known, all).prefix { $0 == $1 }.count
      let fresh = all[same...].prefix(limit)
      let changed = known.dropFirst(same).first?.number ?? index.end
      return ExchangeNews(
        from: min(changed, fresh.first?.number ?? index.end), exchanges: fresh.map { exchange($0.number) },
        given: Array(known.prefix(same)) + fresh, hasMore: all.count > same + fresh.count, clients: clients)
    }

    private var clients: [String] {
      var seen: Set<String> = []
      let appeared = index.parties.flatMap(\.clients).filter { seen.insert($0).inserted }
      return appeared.suffix(ExchangeNews.namedClients).reversed()
    }
  }

  /// The joins are made outside the lock, so that requests do not wait for them.
  private func reading() -> Reading {
    let (first, passages, known) = kept.withLock { kept in
      (kept.firstNumber, kept.passages[kept.gone...].compactMap(\.self), kept.index)
    }
    let index = known.updated(from: first, passages)
    kept.withLock { if $0.index.end < index.end { $0.index = index } }
    return Reading(passages: passages, index: index)
  }
}
