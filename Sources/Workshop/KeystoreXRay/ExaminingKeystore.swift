import AppState
import Keystore

/// Reads the keystore's file and lists the secure element's keys while the panel is visible. No flow depends on it, and it writes nothing.
extension KeystoreInsight {
  mutating func apply(_ action: KeystorePanelAction) -> [Effect] {
    switch action {
    case .watched(let isWatched): (self.isWatched, isDue) = (isWatched, isWatched)
    case .read(let number, let result):
      guard number == lastReading else { break }
      isPending = false
      receive(result)
    case .listedKeys(let keys): element = keys
    case .attempt(let trial): return attempt(trial)
    case .attempted(let number, let result):
      guard number == lastTrial, trial != nil else { break }
      trial?.outcome =
        switch result {
        case .success(let result?): .done(result)
        case .success(nil): .nothing
        case .failure(let error): .failed(error)
        }
    }
    return []
  }

  /// Runs after each action; one reading at a time, so that a slow disk is read less often.
  mutating func readIfDue() -> [Effect] {
    guard isWatched, isDue, !isPending else { return [] }
    lastReading += 1
    (isPending, isDue) = (true, false)
    return [.keystorePanel(.read(lastReading))]
  }

  private mutating func receive(_ result: Result<KeystoreReading?, KeystoreError>) {
    hasBeenRead = true
    switch result {
    case .success(let reading):
      (self.reading, problem) = (reading, nil)
      // The trial used a copy of an earlier version of the file.
      if case .done(let done) = trial?.outcome, done.fingerprint != reading?.xray.fingerprint { trial = nil }
    case .failure(let error): (reading, problem, trial) = (nil, error, nil)
    }
  }

  private mutating func attempt(_ trial: KeystoreTrial) -> [Effect] {
    guard reading != nil, self.trial?.outcome != .pending else { return [] }
    self.trial = Trial(trial)
    lastTrial += 1
    if case .damage(let part) = trial { nextDamage = KeystoreTrial.DamagedPart.allCases.next(after: part) }
    return [.keystorePanel(.attempt(lastTrial, trial))]
  }
}
