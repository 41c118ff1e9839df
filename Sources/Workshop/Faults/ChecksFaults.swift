import AppState
import Faults
import SharedValues

/// What a case of the test plan wants to go wrong.
extension AppState {
  mutating func switchOn(preset name: String) -> [Effect] {
    FaultPresets.named(name).map { changeFaults(.use($0.plan)) } ?? []
  }

  /// The plan's reader has judged it already.
  mutating func switchOn(faults document: JSON) -> [Effect] {
    guard let plan = try? FaultFile.read(Array(document.compact.utf8), name: "") else { return [] }
    return changeFaults(.use(plan))
  }

  /// Whether anything is to go wrong.
  public var hasFaults: Bool { !faults.standing.entries.isEmpty }
}
