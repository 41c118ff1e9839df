import SharedValues

/// What a case of the test plan wants to go wrong.
extension AppState {
  mutating func switchOn(preset name: String) -> [Effect] { [] }
  mutating func switchOn(faults document: JSON) -> [Effect] { [] }
  mutating func changeFaults(_ none: NoFaults) -> [Effect] { [] }
}

enum NoFaults { case removeAll }
