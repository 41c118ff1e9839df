import AppState
import Keystore
import SharedValues
import Workshop

/// The panel **Keystore**: each thing that it can find, and each trial.
extension StateRegistry {
  static let keystoreFiles: [Entry] = [
    file("xray-reading", nil, isRead: false),
    file("xray-none", nil),
    file("xray-device"),
    file("xray-device-contents", scroll: 17),
    file("xray-revealed", scroll: 17) { $0.view.revealsSecrets = true },
    file("xray-attackers", scroll: 1000),
    file("xray-passphrase", Sample.keystoreReading(.passphrase)),
    file("xray-passphrase-attackers", Sample.keystoreReading(.passphrase), scroll: 1000),
    file("xray-locked", locked) { $0.keystore = .locked(Unlock()) },
    file("xray-locked-attackers", locked, scroll: 1000) { $0.keystore = .locked(Unlock()) },
    file("xray-mode-wide", Sample.keystoreReading(mode: 0o644)),
    refused("xray-key-missing", .keyMissing),
    refused("xray-wrong-key", .wrongKey),
    refused("xray-damaged-payload", .damagedPayload, "its last chunk was altered or cut off"),
    refused("xray-newer", .newerVersion, "it has version \(3), this program knows \(2)"),
    unreadable("xray-damaged-header", .damagedHeader, "the file ends within the header"),
    unreadable("xray-symlink", .symlink),
    unreadable(
      "xray-permissions", .permissions, "its mode is \("666"), which lets others change it; expected \("600")"),
    element("xray-element", .success(Sample.elementKeys)),
    element("xray-element-attackers", .success(Sample.elementKeys), scroll: 1000),
    file("xray-element-without-file", nil, element: .success([Sample.elementKeys[0]])),
    element("xray-element-unavailable", .failure(.unavailable(detail: "dcr-secure-element: no such file"))),
    tried("xray-trial-pending", .damage(.recipient), .pending),
    damaged("xray-trial-recipient", .recipient, at: 97, .damagedHeader, "its checksum does not fit"),
    damaged(
      "xray-trial-mac", .mac, at: 213, .damagedHeader, "its MAC does not fit: it was altered after it was written"),
    damaged("xray-trial-payload", .payload, at: 1199, .damagedPayload, "its last chunk was altered or cut off"),
    damaged("xray-trial-tag", .tag, at: 2154, .damagedPayload, "its last chunk was altered or cut off"),
    tried("xray-trial-not-noticed", .damage(.tag), done(.damage(.tag), nil, at: 2154, after: 0x6A)),
    tried("xray-trial-guess", .guess, done(.guess, Sample.keystoreFailure(.wrongKey), 0.0004)),
    tried("xray-trial-guess-passphrase", .guess, done(.guess, Sample.keystoreFailure(.wrongPassphrase), 0.91), locked),
    tried("xray-trial-guessed", .guess, done(.guess, nil, 0.91), Sample.keystoreReading(.passphrase)),
    tried("xray-trial-locked", .damage(.mac), .failed(Sample.keystoreFailure(.passphraseNeeded)), locked),
    tried("xray-trial-failed", .damage(.mac), .failed(Sample.keystoreFailure(.locked, "by process 4711"))),
    tried("xray-trial-nothing", .guess, .nothing),
  ]

  private static let locked = Sample.keystoreReading(
    .passphrase, contents: .failure(Sample.keystoreFailure(.passphraseNeeded)), isOpened: false)

  private static func file(
    _ name: String, _ reading: KeystoreReading? = Sample.keystoreReading(), isRead: Bool = true,
    element: Result<[ElementKey], SecureElementError> = .success([]), scroll: Int = 0,
    _ change: Setup = { _ in }
  ) -> Entry {
    state(name, reading == nil ? .fresh : .registered, in: .keystore) {
      $0.tools[KeystoreInsight.self].hasBeenRead = isRead
      $0.tools[KeystoreInsight.self].reading = reading
      $0.tools[KeystoreInsight.self].element = element
      $0.view.panelScroll = scroll
      change(&$0)
    }
  }

  private static func element(
    _ name: String, _ keys: Result<[ElementKey], SecureElementError>, scroll: Int = 0
  ) -> Entry {
    file(name, Sample.keystoreReading(contents: .success(Sample.keyedDocument)), element: keys, scroll: scroll)
  }

  private static func refused(_ name: String, _ code: KeystoreError.Code, _ detail: Term = "") -> Entry {
    let error = Sample.keystoreFailure(code, detail)
    var reading = Sample.keystoreReading(contents: .failure(error))
    if code == .keyMissing { reading.xray.modes.key = nil }
    return file(name, reading, scroll: 15) { $0.keystore = .failed(.keystore(error)) }
  }

  private static func unreadable(_ name: String, _ code: KeystoreError.Code, _ detail: Term = "") -> Entry {
    let error = Sample.keystoreFailure(code, detail)
    return file(name, nil) {
      $0.keystore = .failed(.keystore(error))
      $0.tools[KeystoreInsight.self].problem = error
    }
  }

  private static func tried(
    _ name: String, _ trial: KeystoreTrial, _ outcome: KeystoreInsight.Trial.Outcome,
    _ reading: KeystoreReading = Sample.keystoreReading()
  ) -> Entry { file(name, reading) { $0.tools[KeystoreInsight.self].trial = KeystoreInsight.Trial(trial, outcome) } }

  private static func damaged(
    _ name: String, _ part: KeystoreTrial.DamagedPart, at offset: Int, _ code: KeystoreError.Code, _ detail: Term
  ) -> Entry { tried(name, .damage(part), done(.damage(part), Sample.keystoreFailure(code, detail), at: offset)) }

  /// - Parameter offset: of the byte that was altered; `nil`: none was.
  private static func done(
    _ trial: KeystoreTrial, _ refusal: KeystoreError?, _ seconds: Double = 0.0003, at offset: Int? = nil,
    after: UInt8 = 0x41
  ) -> KeystoreInsight.Trial.Outcome {
    .done(
      KeystoreTrialResult(
        trial: trial, alteration: offset.map { .init(offset: $0, before: 0x6B, after: after) }, refusal: refusal,
        seconds: seconds, fingerprint: [1]))
  }
}
