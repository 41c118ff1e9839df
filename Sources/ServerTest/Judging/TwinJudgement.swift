import FoundationEssentials

/// The rule that most rows share: a refusal is a proof of care only beside a twin, equal but for the offence, that the same server accepted.
package enum TwinJudgement {
  /// Seconds between the twin and the offence.
  package static let limit: TimeInterval = 60

  /// - Parameters:
  ///   - twin: `nil`: none was sent.
  ///   - what: what the offence is, as in "a wrong code_verifier".
  package static func finding(_ offence: Judged, twin: Judged?, _ what: String) -> Finding {
    switch offence.outcome {
    case .accepted: return Finding(.careless, "the server accepted \(what)")
    case .unclear, .absent: return unclear(offence, what)
    case .refused(let status, let error):
      let refusal = "the server refused \(what) (\(words(status, error)))"
      guard let twin else { return .notSeen(refusal + ", but no good request succeeded beside it") }
      guard twin.isAccepted else { return .disturbed("\(refusal), and the good request as well: \(why(twin))") }
      guard isBeside(offence, twin) else { return .notSeen(refusal + ", too long after the good request") }
      if status >= 500 {
        return Finding(.doubtful, "the server refused \(what) with a server error (\(words(status, error)))")
      }
      return Finding(.careful, refusal + " and accepted the good request")
    }
  }

  /// For rows in which acceptance is right.
  package static func accepting(_ unusual: Judged, twin: Judged?, _ what: String) -> Finding {
    switch unusual.outcome {
    case .accepted: return Finding(.careful, "the server accepted \(what)")
    case .unclear, .absent: return unclear(unusual, what)
    case .refused(let status, let error):
      let refusal = "the server refused \(what) (\(words(status, error)))"
      return twin.map { $0.isAccepted && isBeside(unusual, $0) } == true
        ? Finding(.careless, refusal) : .disturbed(refusal + ", but no good request succeeded beside it")
    }
  }

  private static func unclear(_ judged: Judged, _ what: String) -> Finding {
    judged.outcome == .absent
      ? .notApplicable("the server does not have this endpoint")
      : .disturbed("\(what) brought no clear answer: \(why(judged))")
  }

  private static func isBeside(_ one: Judged, _ twin: Judged) -> Bool {
    abs(one.time.timeIntervalSince(twin.time)) <= limit
  }

  static func words(_ status: Int, _ error: String?) -> String {
    let name = error ?? "no OAuth error"
    return status == 0 ? name : "\(status), \(name)"
  }

  static func why(_ judged: Judged) -> String {
    switch judged.outcome {
    case .accepted: "accepted"
    case .refused(let status, let error?) where ["invalid_dpop_proof", "use_dpop_nonce"].contains(error):
      words(status, error) + "; the server wants DPoP of every client, and only the checks of DPoP send a proof"
    case .refused(let status, let error): words(status, error)
    case .unclear(let why): why
    case .absent: "there is no such endpoint"
    }
  }
}
