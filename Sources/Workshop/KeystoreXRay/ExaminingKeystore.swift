import AppState
import FoundationEssentials
import Keystore

/// Reads the keystore's file and lists the secure element's keys while the panel is visible. No flow depends on it, and it writes nothing.
extension AppState {
  mutating func examineKeystore(_ action: KeystorePanelAction) -> [Effect] {
    switch action {
    case .watched(let isWatched):
      keystoreInsight.isWatched = isWatched
      keystoreInsight.isDue = isWatched
    case .read(let number, let result):
      guard number == keystoreInsight.lastReading else { break }
      keystoreInsight.isPending = false
      receive(result)
    case .listedKeys(let keys): keystoreInsight.element = keys
    case .attempt(let trial): return attempt(trial)
    case .attempted(let number, let result):
      guard number == keystoreInsight.lastTrial, keystoreInsight.trial != nil else { break }
      keystoreInsight.trial?.outcome =
        switch result {
        case .success(let result?): .done(result)
        case .success(nil): .nothing
        case .failure(let error): .failed(error)
        }
    }
    return []
  }

  /// Runs after each action; one reading at a time, so that a slow disk is read less often.
  mutating func watchKeystore() -> [Effect] {
    guard keystoreInsight.isWatched, keystoreInsight.isDue, !keystoreInsight.isPending else { return [] }
    keystoreInsight.lastReading += 1
    (keystoreInsight.isPending, keystoreInsight.isDue) = (true, false)
    return [.keystorePanel(.read(keystoreInsight.lastReading))]
  }

  private mutating func receive(_ result: Result<KeystoreReading?, KeystoreError>) {
    keystoreInsight.hasBeenRead = true
    switch result {
    case .success(let reading):
      (keystoreInsight.reading, keystoreInsight.problem) = (reading, nil)
      // The trial used a copy of an earlier version of the file.
      if case .done(let done) = keystoreInsight.trial?.outcome, done.fingerprint != reading?.xray.fingerprint {
        keystoreInsight.trial = nil
      }
    case .failure(let error):
      (keystoreInsight.reading, keystoreInsight.problem, keystoreInsight.trial) = (nil, error, nil)
    }
  }

  private mutating func attempt(_ trial: KeystoreTrial) -> [Effect] {
    guard keystoreInsight.reading != nil, keystoreInsight.trial?.outcome != .pending else { return [] }
    keystoreInsight.trial = KeystoreInsight.Trial(trial)
    keystoreInsight.lastTrial += 1
    if case .damage(let part) = trial {
      let all = KeystoreTrial.DamagedPart.allCases
      let index = all.firstIndex(of: part) ?? 0
      keystoreInsight.nextDamage = all[(index + 1) % all.count]
    }
    return [.keystorePanel(.attempt(keystoreInsight.lastTrial, trial))]
  }
}
