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
    case .unclear(let why): return Finding(.notSeen(again: true), "\(what) brought no clear answer: \(why)")
    case .absent: return .notApplicable("the server does not have this endpoint")
    case .refused(let status, let error):
      let refusal = words(status, error)
      guard let twin else {
        return .notSeen("the server refused \(what) (\(refusal)), but no good request succeeded beside it")
      }
      guard twin.isAccepted else {
        return Finding(
          .notSeen(again: true), "the server refused \(what) (\(refusal)), and the good request as well: \(why(twin))")
      }
      guard abs(offence.time.timeIntervalSince(twin.time)) <= limit else {
        return .notSeen("the server refused \(what) (\(refusal)), too long after the good request")
      }
      if status >= 500 { return Finding(.doubtful, "the server refused \(what) with a server error (\(refusal))") }
      return Finding(.careful, "the server refused \(what) (\(refusal)) and accepted the good request")
    }
  }

  /// For rows in which acceptance is right.
  package static func accepting(_ unusual: Judged, twin: Judged?, _ what: String) -> Finding {
    switch unusual.outcome {
    case .accepted: return Finding(.careful, "the server accepted \(what)")
    case .unclear(let why): return Finding(.notSeen(again: true), "\(what) brought no clear answer: \(why)")
    case .absent: return .notApplicable("the server does not have this endpoint")
    case .refused(let status, let error):
      let refusal = words(status, error)
      guard let twin, twin.isAccepted, abs(unusual.time.timeIntervalSince(twin.time)) <= limit else {
        return Finding(
          .notSeen(again: true), "the server refused \(what) (\(refusal)), but no good request succeeded beside it")
      }
      return Finding(.careless, "the server refused \(what) (\(refusal))")
    }
  }

  static func words(_ status: Int, _ error: String?) -> String {
    let name = error ?? "no OAuth error"
    return status == 0 ? name : "\(status), \(name)"
  }

  private static func why(_ judged: Judged) -> String {
    switch judged.outcome {
    case .accepted: "accepted"
    case .refused(let status, let error): words(status, error)
    case .unclear(let why): why
    case .absent: "there is no such endpoint"
    }
  }
}
