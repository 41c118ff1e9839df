/// Whether a client makes its random values anew for each login.
extension ClientHistory {
  private static let neededLogins = 3

  /// Counts logins whose code came back: a reload repeats a request without being a login.
  var makesValuesAnew: Finding {
    let logins = logins.filter { $0.isAnswered && !$0.redemptions.isEmpty }
    let requests = logins.map(\.request)
    for name in ["state", "nonce", "code_challenge"] {
      let values = logins.compactMap { $0.parameters[name] }
      if Set(values).count < values.count {
        return Finding(.careless, "A state, nonce or code_challenge comes again in another login.", requests)
      }
      guard name != "code_challenge" else { continue }
      if ClientHistory.countUp(values) {
        return Finding(.careless, "The state or the nonce counts up.", requests)
      }
      if values.count > 1, zip(logins, values).allSatisfy({ ClientHistory.isTime($1, of: $0.request) }) {
        return Finding(.careless, "The state or the nonce is the time.", requests)
      }
    }
    let short = logins.flatMap(\.redemptions).filter { exchange in
      exchange.form.values("code_verifier").contains { !(43...128).contains($0.utf8.count) }
    }
    if !short.isEmpty { return Finding(.careless, "A code_verifier does not have 43 to 128 characters.", short) }
    guard logins.count >= ClientHistory.neededLogins else { return .unseen }
    let areBound = logins.allSatisfy { login in
      ["state", "nonce", "code_challenge"].contains { login.parameters[$0] != nil }
    }
    return areBound ? Finding(.careful, "The values of its logins differ, without a pattern.", requests) : .unseen
  }

  /// Whether the texts differ in a number at their end that grows by little.
  private static func countUp(_ values: [String]) -> Bool {
    guard values.count >= neededLogins, let first = values.first else { return false }
    let common = values.dropFirst().reduce(first.utf8.count) { shortest, value in
      min(shortest, zip(first.utf8, value.utf8).prefix { $0 == $1 }.count)
    }
    // Digits before the difference are part of the number.
    let digits = first.utf8.prefix(common).reversed().prefix { (48...57).contains($0) }.count
    let numbers = values.compactMap { Int(Substring($0.utf8.dropFirst(common - digits))) }
    guard numbers.count == values.count else { return false }
    return zip(numbers, numbers.dropFirst()).allSatisfy { earlier, later in
      earlier < later && later.subtractingReportingOverflow(earlier).partialValue <= largestStep
    }
  }

  private static let largestStep = 1000

  /// In seconds, with a fraction or without, or in thousandths, millionths or billionths of a second since 1970; within a day.
  private static func isTime(_ value: String, of request: SeenExchange) -> Bool {
    let isPlain = value.utf8.allSatisfy { (48...57).contains($0) || $0 == 46 }
    guard isPlain, let number = Double(value) else { return false }
    let now = request.passage.time.timeIntervalSince1970
    return [1, 1e3, 1e6, 1e9].contains { abs(number / $0 - now) < 86_400 }
  }
}
