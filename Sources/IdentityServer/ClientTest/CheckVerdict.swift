/// What a check found in the exchanges of a client.
///
/// Its sentence is written in the source: no value of a message can get into it.
struct Finding: Sendable {
  enum Kind: Sendable {
    case careful, careless
    /// Not careful, but covered by another protection.
    case doubtful
    case unseen, inapplicable, forPerson
  }

  let kind: Kind
  /// `nil`: the check says what would help.
  let sentence: StaticString?
  /// The numbers of the exchanges it rests on, the latest ones.
  let exchanges: [Int]

  /// More numbers than these help nobody, and a client may have thousands of exchanges.
  static let longestList = 12

  init(_ kind: Kind, _ sentence: StaticString? = nil, _ exchanges: [SeenExchange] = []) {
    self.init(kind, sentence, numbers: exchanges.map(\.number))
  }

  init(_ kind: Kind, _ sentence: StaticString?, numbers: [Int]) {
    (self.kind, self.sentence) = (kind, sentence)
    exchanges = Array(numbers.sorted().suffix(Finding.longestList))
  }

  /// Another finding about the same exchanges.
  func becoming(_ kind: Kind, _ sentence: StaticString) -> Finding { Finding(kind, sentence, numbers: exchanges) }

  static let unseen = Finding(.unseen)

  /// What one exchange shows; `nil`: nothing for this check.
  typealias Remark = (kind: Kind, sentence: StaticString)

  /// Judges each exchange by itself. The worst kind decides, and what was seen of that kind first gives the sentence.
  init(of exchanges: [SeenExchange], _ judge: (SeenExchange) -> Remark?) {
    var found: [(exchange: SeenExchange, remark: Remark)] = []
    for exchange in exchanges { if let remark = judge(exchange) { found.append((exchange, remark)) } }
    for kind in [Kind.careless, .doubtful, .forPerson, .careful] {
      let fitting = found.filter { $0.remark.kind == kind }
      guard let first = fitting.first else { continue }
      self.init(kind, first.remark.sentence, fitting.map(\.exchange))
      return
    }
    self = .unseen
  }
}

/// The verdict on a client by one check. It holds no text of a message.
struct CheckVerdict: Hashable, Sendable {
  let check: ClientCheck
  let outcome: CheckOutcome
  /// One sentence: what was seen, why the check does not apply, or what would help.
  let evidence: String
  /// The numbers of the exchanges it rests on, at most ``Finding/longestList``.
  let exchanges: [Int]
  /// What the person said who was asked; `nil`: nobody was, or nobody knew.
  let answer: ClientTestAnswer?

  /// - Parameter finding: of the requests alone.
  init(_ check: ClientCheck, _ finding: Finding, answer: ClientTestAnswer? = nil) {
    (self.check, self.answer) = (check, answer)
    let finding = check.question?.weigh(finding, answer) ?? finding
    // A finding that could have another cause is certain if the person has seen the fault, too.
    let isCertain = check.isCertain || check.question?.isAgainst(answer) ?? false
    exchanges = finding.exchanges
    evidence = finding.sentence.map(\.description) ?? check.help
    outcome =
      switch finding.kind {
      case .careful: .passed
      case .careless: check.level == .must && isCertain ? .failed : .warning
      case .doubtful: .warning
      case .unseen: .notSeen
      case .inapplicable: .notApplicable
      case .forPerson: .needsPerson
      }
  }

  /// Whether what comes late can still make it careless.
  var isOpen: Bool { outcome == .passed || outcome == .needsPerson }
}
