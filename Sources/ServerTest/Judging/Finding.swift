import CheckRuns
import SharedValues

/// What a row found out, before the level of its check makes a verdict of it.
package struct Finding: Hashable, Sendable {
  package enum Kind: Hashable, Sendable {
    case careful
    /// Fails where the source says *must*, else warns.
    case careless
    /// Careless by a sign that can be wrong, or in a way that matters less.
    case doubtful
    /// Nothing could be judged. `again`: a disturbance, so that a second try may tell.
    case notSeen(again: Bool)
    case notApplicable
  }

  package var kind: Kind
  package var evidence: String
  /// The numbers of the exchanges that it rests on.
  package var exchanges: [Int] = []

  package init(_ kind: Kind, _ evidence: String) { (self.kind, self.evidence) = (kind, evidence) }

  package static func notSeen(_ evidence: String) -> Finding { Finding(.notSeen(again: false), evidence) }
  static func disturbed(_ evidence: String) -> Finding { Finding(.notSeen(again: true), evidence) }
  package static func notApplicable(_ evidence: String) -> Finding { Finding(.notApplicable, evidence) }

  package static let noClient = Finding.notSeen("no client could be registered")
  static let oneClient = Finding.notApplicable("there is only one client")
  static let noLogin = Finding.notSeen("no login succeeded")
  static let noCode = Finding.disturbed("the login brought no code")
  static let noRefreshToken = Finding.notSeen("the login brought no refresh token")

  package func outcome(at level: CheckedVerdict.Level) -> CheckOutcome {
    switch kind {
    case .careful: .passed
    case .careless: level == .must ? .failed : .warning
    case .doubtful: .warning
    case .notSeen: .notSeen
    case .notApplicable: .notApplicable
    }
  }

  /// Of several offences in one row the worst counts; a row has passed only if the server was careful with all of them.
  package static func worst(of findings: [Finding]) -> Finding {
    func rank(_ finding: Finding) -> Int {
      switch finding.kind {
      case .careless: 0
      case .doubtful: 1
      case .notSeen: 2
      case .notApplicable: 3
      case .careful: 4
      }
    }
    return findings.min { rank($0) < rank($1) } ?? .notSeen("nothing was sent")
  }
}
