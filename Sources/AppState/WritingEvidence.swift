import Foundation

/// The bundle of evidence that a tester has asked for: what came of it, until it is put away.
///
/// It lies over everything else, an error included, and leaves it as it is: what is to be shown by it must not go.
public struct EvidenceReport: Hashable, Sendable {
  public enum Outcome: Hashable, Sendable {
    case pending
    /// The file, with its whole path.
    case done(String)
    case failed(ExportProblem)
  }

  public var outcome: Outcome
  var number: Int

  public init(_ outcome: Outcome, number: Int = 0) {
    self.outcome = outcome
    self.number = number
  }
}

/// What the app knows of itself, for a bundle.
public struct EvidenceOrder: Hashable, Sendable {
  public var messages: MessageLog
  public var phases: PhaseHistory
  public var settings: AppSettings
  public var preferences: Preferences
  public var time: Date

  /// All that are kept, oldest first.
  public var listed: ListedMessages { ListedMessages(log: messages, numbers: nil) }
}

public enum EvidenceAction: Hashable, Sendable {
  case write
  /// What came of ``Effect/writeEvidence(_:_:)`` with this number.
  case written(Int, Result<String, ExportProblem>)
  case close
}

extension AppState {
  mutating func writeEvidence(_ action: EvidenceAction) -> [Effect] {
    switch action {
    case .write:
      if case .pending = evidence?.outcome { return [] }
      lastEvidence += 1
      evidence = EvidenceReport(.pending, number: lastEvidence)
      let order = EvidenceOrder(
        messages: messages, phases: phases, settings: settings, preferences: preferences, time: now)
      return [.writeEvidence(lastEvidence, order)]
    case .written(let number, let result):
      guard evidence?.number == number else { return [] }
      switch result {
      case .success(let path): evidence = EvidenceReport(.done(path), number: number)
      case .failure(let problem): evidence = EvidenceReport(.failed(problem), number: number)
      }
    case .close: evidence = nil
    }
    return []
  }
}
