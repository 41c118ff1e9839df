import AppState
import Catalogue
import FoundationEssentials
import Keystore
import Screens
import TerminalUI

/// Words of the panel **Keystore** for bytes, costs and trials.
enum KeystoreWords {
  /// `0600`
  static func octal(_ mode: UInt32) -> String {
    let digits = String(mode, radix: 8)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  static func right(_ number: Int, width: Int) -> String {
    let digits = String(number)
    return String(repeating: " ", count: max(0, width - digits.count)) + digits
  }

  static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.count == 1 ? "0" + digits : digits
  }

  // MARK: Bytes

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

  // MARK: Costs

  static func protection(_ reading: KeystoreReading, _ insight: KeystoreInsight, _ look: Look) -> String {
    let taken = insight.secondsForATry ?? reading.seconds
    let time = taken.map { KeystoreWords.time($0, look) } ?? look.catalogue(.xrayNotMeasured)
    let inspection = reading.xray.inspection
    switch inspection.protection {
    case .device: return look.catalogue(.xrayByDevice, ["time": time])
    case .passphrase:
      let factor = inspection.workFactor
      return look.catalogue(
        .xrayByPassphrase,
        ["factor": factor.map(String.init) ?? "?", "memory": memory(factor), "time": time])
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
    let tenths = max(1, Int((milliseconds * 10).rounded()))
    return look.decimal("\(tenths / 10).\(tenths % 10) ms")
  }

  // MARK: Trials

  static func alteration(_ trial: KeystoreInsight.Trial) -> KeystoreTrialResult.Alteration? {
    if case .done(let result) = trial.outcome { result.alteration } else { nil }
  }

  /// The last trial and its outcome; empty before the first trial.
  static func trial(_ insight: KeystoreInsight, width: Int, _ look: Look) -> [StyledLine] {
    guard let trial = insight.trial, let reading = insight.reading else { return [] }
    func lines(_ text: String, _ style: Style, hanging: Int = 0) -> [StyledLine] {
      StyledLine.wrapped(text, style, width: width, hanging: hanging)
    }
    switch trial.outcome {
    case .pending:
      return lines(summary(trial, reading, look), Style(.text))
        + lines(look.catalogue(.trialPending), Style(.secondary))
    case .nothing: return lines(look.catalogue(.trialNothing), Style(.warning))
    case .failed(let error) where error.code == .passphraseNeeded:
      return lines(look.catalogue(.trialNeedsPassphrase), Style(.warning))
    case .failed(let error):
      let title = look.catalogue(ErrorText.of(error.code.rawValue).title, ["path": error.path])
      return lines("\(look.marks.warning) " + look.catalogue(.trialFailed, ["why": title]), Style(.warning), hanging: 2)
    case .done(let result):
      let summary = lines(summary(trial, reading, look), Style(.text))
      guard let refusal = result.refusal else {
        let phrase: Phrase = result.trial == .guess ? .trialOpened : .trialNotNoticed
        return summary
          + lines(
            "\(look.marks.warning) " + look.catalogue(phrase, ["time": time(result.seconds, look)]),
            Style(.error, bold: true), hanging: 2)
      }
      let title = look.catalogue.words(refusal.code.rawValue, refusal.values, for: look.reader).title
      let verdict = look.catalogue(
        .trialRefused,
        ["time": time(result.seconds, look), "title": title, "code": refusal.code.rawValue])
      return summary + lines("\(look.marks.done) \(verdict)", Style(.success, bold: true), hanging: 2)
        + lines(look.catalogue(.trialUntouched), Style(.secondary))
    }
  }

  private static func summary(_ trial: KeystoreInsight.Trial, _ reading: KeystoreReading, _ look: Look) -> String {
    switch trial.what {
    case .guess:
      guard reading.xray.inspection.protection == .passphrase else { return look.catalogue(.trialGuessDevice) }
      return look.catalogue(.trialGuessPassphrase, ["guess": KeystoreTrial.firstGuess])
    case .damage(let part):
      guard let alteration = alteration(trial) else { return look.catalogue(name(part)) }
      return look.catalogue(
        .trialDamaged,
        [
          "offset": "\(alteration.offset)", "part": look.catalogue(name(part)),
          "before": hexadecimal(alteration.before), "after": hexadecimal(alteration.after),
        ])
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
