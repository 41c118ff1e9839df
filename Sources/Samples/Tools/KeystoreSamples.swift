import AppState
import ForeignText
import Keystore
import SharedValues
import Workshop

/// The panel **Keystore**: each thing that it can find, and each trial.
extension StateRegistry {
  static let keystoreFiles: [Entry] = [
    ("xray-reading", file(nil, isRead: false)),
    ("xray-none", file(nil)),
    ("xray-device", file(Sample.keystoreReading())),
    ("xray-device-contents", file(Sample.keystoreReading()) { $0.view.panelScroll = 17 }),
    ("xray-revealed", file(Sample.keystoreReading()) { ($0.view.revealsSecrets, $0.view.panelScroll) = (true, 17) }),
    ("xray-attackers", file(Sample.keystoreReading()) { $0.view.panelScroll = 1000 }),
    ("xray-passphrase", file(Sample.keystoreReading(.passphrase))),
    ("xray-passphrase-attackers", file(Sample.keystoreReading(.passphrase)) { $0.view.panelScroll = 1000 }),
    ("xray-locked", file(locked) { $0.keystore = .locked(Unlock()) }),
    ("xray-locked-attackers", file(locked) { ($0.keystore, $0.view.panelScroll) = (.locked(Unlock()), 1000) }),
    ("xray-mode-wide", file(Sample.keystoreReading(mode: 0o644))),
    ("xray-key-missing", refused(.keyMissing)),
    ("xray-wrong-key", refused(.wrongKey)),
    ("xray-damaged-payload", refused(.damagedPayload, "its last chunk was altered or cut off")),
    ("xray-newer", refused(.newerVersion, "it has version \(3), this program knows \(2)")),
    ("xray-damaged-header", unreadable(.damagedHeader, "the file ends within the header")),
    ("xray-symlink", unreadable(.symlink)),
    (
      "xray-permissions",
      unreadable(.permissions, "its mode is \("666"), which lets others change it; expected \("600")")
    ),
    ("xray-element", element(.success(Sample.elementKeys))),
    ("xray-element-attackers", element(.success(Sample.elementKeys)) { $0.view.panelScroll = 1000 }),
    ("xray-element-without-file", file(nil, element: .success([Sample.elementKeys[0]]))),
    ("xray-element-unavailable", element(.failure(.unavailable(detail: "dcr-secure-element: no such file")))),
    ("xray-trial-pending", tried(.damage(.recipient), .pending)),
    (
      "xray-trial-recipient",
      tried(.damage(.recipient), done(.recipient, 97, .damagedHeader, "its checksum does not fit"))
    ),
    (
      "xray-trial-mac",
      tried(.damage(.mac), done(.mac, 213, .damagedHeader, "its MAC does not fit: it was altered after it was written"))
    ),
    (
      "xray-trial-payload",
      tried(.damage(.payload), done(.payload, 1199, .damagedPayload, "its last chunk was altered or cut off"))
    ),
    (
      "xray-trial-tag",
      tried(.damage(.tag), done(.tag, 2154, .damagedPayload, "its last chunk was altered or cut off"))
    ),
    ("xray-trial-not-noticed", tried(.damage(.tag), .done(notNoticed))),
    ("xray-trial-guess", tried(.guess, guess(Sample.keystoreFailure(.wrongKey), 0.0004))),
    ("xray-trial-guess-passphrase", tried(.guess, guess(Sample.keystoreFailure(.wrongPassphrase), 0.91), locked)),
    ("xray-trial-guessed", tried(.guess, guess(nil, 0.91), Sample.keystoreReading(.passphrase))),
    ("xray-trial-locked", tried(.damage(.mac), .failed(Sample.keystoreFailure(.passphraseNeeded)), locked)),
    ("xray-trial-failed", tried(.damage(.mac), .failed(Sample.keystoreFailure(.locked, "by process 4711")))),
    ("xray-trial-nothing", tried(.guess, .nothing)),
  ]

  private static let locked = Sample.keystoreReading(
    .passphrase, contents: .failure(Sample.keystoreFailure(.passphraseNeeded)), isOpened: false)

  private static let notNoticed = KeystoreTrialResult(
    trial: .damage(.tag), alteration: .init(offset: 2154, before: 0x6B, after: 0x6A), refusal: nil, seconds: 0.0003,
    fingerprint: [1])

  private static func file(
    _ reading: KeystoreReading?, isRead: Bool = true, element: Result<[ElementKey], SecureElementError> = .success([]),
    _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    state(registered: reading != nil) {
      $0.view.focus = .panel
      $0.view.tab = .keystore
      $0.tools[KeystoreInsight.self].hasBeenRead = isRead
      $0.tools[KeystoreInsight.self].reading = reading
      $0.tools[KeystoreInsight.self].element = element
      change(&$0)
    }
  }

  private static func element(
    _ keys: Result<[ElementKey], SecureElementError>, _ change: (inout AppState) -> Void = { _ in }
  ) -> AppState {
    file(Sample.keystoreReading(contents: .success(Sample.keyedDocument)), element: keys, change)
  }

  private static func refused(_ code: KeystoreError.Code, _ detail: Term = "") -> AppState {
    let error = Sample.keystoreFailure(code, detail)
    var reading = Sample.keystoreReading(contents: .failure(error))
    if code == .keyMissing { reading.xray.modes.key = nil }
    return file(reading) {
      $0.keystore = .failed(.keystore(error))
      $0.view.panelScroll = 15
    }
  }

  private static func unreadable(_ code: KeystoreError.Code, _ detail: Term = "") -> AppState {
    let error = Sample.keystoreFailure(code, detail)
    return file(nil) {
      $0.keystore = .failed(.keystore(error))
      $0.tools[KeystoreInsight.self].problem = error
    }
  }

  private static func tried(
    _ trial: KeystoreTrial, _ outcome: KeystoreInsight.Trial.Outcome,
    _ reading: KeystoreReading = Sample.keystoreReading()
  ) -> AppState {
    file(reading) { $0.tools[KeystoreInsight.self].trial = KeystoreInsight.Trial(trial, outcome) }
  }

  private static func done(
    _ part: KeystoreTrial.DamagedPart, _ offset: Int, _ code: KeystoreError.Code, _ detail: Term
  ) -> KeystoreInsight.Trial.Outcome {
    .done(Sample.damage(part, at: offset, Sample.keystoreFailure(code, detail)))
  }

  private static func guess(_ refusal: KeystoreError?, _ seconds: Double) -> KeystoreInsight.Trial.Outcome {
    .done(KeystoreTrialResult(trial: .guess, alteration: nil, refusal: refusal, seconds: seconds, fingerprint: [1]))
  }
}
