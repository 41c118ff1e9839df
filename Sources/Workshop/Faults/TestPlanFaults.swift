import AppState
import Faults
import SharedValues

/// Switches on the faults that a test case asks for.
extension AppState {
  mutating func switchOn(preset name: String) -> [Effect] {
    FaultPresets.named(name).map { changeFaults(.use($0.plan)) } ?? []
  }

  /// The plan's reader has validated the document already.
  mutating func switchOn(faults document: JSON) -> [Effect] {
    guard let plan = try? FaultFile.read(Array(document.compact.utf8), name: "") else { return [] }
    return changeFaults(.use(plan))
  }

  /// Whether any faults are listed.
  public var hasFaults: Bool { !faults.active.entries.isEmpty }
}
