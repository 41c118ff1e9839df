import Catalogue
import Keystore
import Screens
import SharedValues
import TerminalUI

/// Words of the panel **Keystore** for bytes, costs and trials.
enum KeystoreWords {
  /// `0600`
  static func octal(_ mode: UInt32) -> String { right(String(mode, radix: 8), width: 4, "0") }
  static func right(_ number: Int, width: Int) -> String { right(String(number), width: width, " ") }
  static func hexadecimal(_ byte: UInt8) -> String { right(String(byte, radix: 16, uppercase: true), width: 2, "0") }

  private static func right(_ digits: String, width: Int, _ filler: String) -> String {
    String(repeating: filler, count: max(0, width - digits.count)) + digits
  }

  /// The beginning of a part. Never a whole sealed key, so that a screenshot cannot be used to guess the passphrase.
  static func sample(_ part: KeystoreXRay.Part, room: Int, _ look: Look) -> String {
    switch part.kind {
    case .nonce, .ciphertext, .tag:
      let bytes = part.start.prefix(max(1, (room - 1) / 3)).map(hexadecimal)
      return bytes.joined(separator: " ") + (bytes.count < part.length ? look.marks.ellipsis : "")
    default:
      let text = String(decoding: part.start, as: UTF8.self).prefix { !$0.isNewline }
      let isWhole = part.length <= text.utf8.count + 1
      return TextLayout.clip(
        text + (isWhole ? "" : look.marks.ellipsis), to: room, ellipsis: look.marks.ellipsis, ofData: true)
    }
  }

  static func meaning(_ kind: KeystoreXRay.Kind, length: Int, _ look: Look) -> String {
    let phrase: Phrase =
      switch kind {
      case .version: .xrayVersion
      case .keyRecipient: .xrayShare
      case .passphraseRecipient: .xraySalt
      case .checksum: .xrayChecksum
      case .sealedKey: .xraySealedKey
      case .otherBody: .xraySum
      case .otherStanza: .xrayOtherStanza
      case .mac: .xrayMAC
      case .nonce: .xrayNonce
      case .ciphertext: .xrayCiphertext
      case .tag: .xrayTag
      }
    var values = ["size": look.size(length)]
    if case .ciphertext(let chunks) = kind { values["count"] = "\(chunks)" }
    return look.catalogue(phrase, values)
  }

  static func protection(_ reading: KeystoreReading, _ insight: KeystoreInsight, _ look: Look) -> String {
    let taken = insight.secondsForATry ?? reading.seconds
    let time = taken.map { KeystoreWords.time($0, look) } ?? look.catalogue(.xrayNotMeasured)
    let inspection = reading.xray.inspection
    switch inspection.protection {
    case .device: return look.catalogue(.xrayByDevice, ["time": time])
    case .passphrase:
      let factor = inspection.workFactor
      let values = ["factor": factor.map(String.init) ?? "?", "memory": memory(factor), "time": time]
      return look.catalogue(.xrayByPassphrase, values)
    }
  }

  static func fileAlone(_ reading: KeystoreReading, _ insight: KeystoreInsight, _ look: Look) -> String {
    guard reading.xray.inspection.protection == .passphrase else { return look.catalogue(.xrayFileAloneDevice) }
    let memory = memory(reading.xray.inspection.workFactor)
    guard let seconds = insight.secondsForATry ?? reading.seconds else {
      return look.catalogue(.xrayFileAloneUnmeasured, ["memory": memory])
    }
    let long = span(seconds * 1e6, look)
    return look.catalogue(.xrayFileAlonePassphrase, ["time": time(seconds, look), "memory": memory, "long": long])
  }

  /// The memory of scrypt with r = 8: 128 bytes times r times 2 to the work factor (RFC 7914 §2).
  private static func memory(_ factor: Int?) -> String {
    guard let factor, (1...40).contains(factor) else { return "?" }
    let kilobytes = 1 << factor
    return kilobytes >= 1024 ? "\(kilobytes / 1024) MiB" : "\(kilobytes) KiB"
  }

  /// `90 minutes`, `30 hours`, `12 days`: rounded, because the figure was measured on one machine.
  private static func span(_ seconds: Double, _ look: Look) -> String {
    let (phrase, unit): (Phrase, Double) =
      switch seconds {
      case ..<7200: (.spanMinutes, 60)
      case ..<172_800: (.spanHours, 3600)
      default: (.spanDays, 86_400)
      }
    return look.catalogue(phrase, ["count": "\(max(2, Measure.whole((seconds / unit).rounded())))"])
  }

  /// `0.4 ms`, `812 ms`, `1.2 s`
  static func time(_ seconds: Double, _ look: Look) -> String {
    let milliseconds = seconds * 1000
    guard milliseconds < 10 else { return look.duration(milliseconds) }
    return look.decimal(FixedPoint.text(max(0.1, milliseconds), digits: 1) + " ms")
  }

  static func alteration(_ trial: KeystoreInsight.Trial) -> KeystoreTrialResult.Alteration? {
    if case .done(let result) = trial.outcome { result.alteration } else { nil }
  }

  /// The last trial and its outcome; empty before the first trial.
  static func trial(_ insight: KeystoreInsight, _ column: TextColumn) -> [StyledLine] {
    guard let trial = insight.trial, let reading = insight.reading else { return [] }
    let look = column.look
    let summary = column.text(summary(trial, reading, look))
    switch trial.outcome {
    case .pending: return summary + column.text(.trialPending, Style(.secondary))
    case .nothing: return column.text(.trialNothing, Style(.warning))
    case .failed(let error) where error.code == .passphraseNeeded:
      return column.text(.trialNeedsPassphrase, Style(.warning))
    case .failed(let error):
      let title = look.catalogue(ErrorText.of(error.code.rawValue).title, ["path": error.path])
      return column.marked(look.marks.warning, .trialFailed, Style(.warning), ["why": title])
    case .done(let result):
      let time = time(result.seconds, look)
      guard let refusal = result.refusal else {
        let phrase: Phrase = result.trial == .guess ? .trialOpened : .trialNotNoticed
        return summary + column.marked(look.marks.warning, phrase, Style(.error, bold: true), ["time": time])
      }
      let title = look.catalogue.words(refusal.code.rawValue, refusal.values, for: look.reader).title
      let values = ["time": time, "title": title, "code": refusal.code.rawValue]
      return summary + column.marked(look.marks.done, .trialRefused, Style(.success, bold: true), values)
        + column.text(.trialUntouched, Style(.secondary))
    }
  }

  private static func summary(_ trial: KeystoreInsight.Trial, _ reading: KeystoreReading, _ look: Look) -> String {
    switch trial.what {
    case .guess:
      guard reading.xray.inspection.protection == .passphrase else { return look.catalogue(.trialGuessDevice) }
      return look.catalogue(.trialGuessPassphrase, ["guess": KeystoreTrial.firstGuess])
    case .damage(let part):
      guard let alteration = alteration(trial) else { return look.catalogue(name(part)) }
      let values = [
        "offset": "\(alteration.offset)", "part": look.catalogue(name(part)),
        "before": hexadecimal(alteration.before), "after": hexadecimal(alteration.after),
      ]
      return look.catalogue(.trialDamaged, values)
    }
  }

  private static func name(_ part: KeystoreTrial.DamagedPart) -> Phrase {
    switch part {
    case .recipient: .trialPartRecipient
    case .mac: .trialPartMAC
    case .payload: .trialPartPayload
    case .tag: .trialPartTag
    }
  }
}
