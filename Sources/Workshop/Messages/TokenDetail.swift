import Catalogue
import FoundationEssentials
import OAuthClient
import Screens
import SharedValues
import TerminalUI

/// Decoded signed values: ID tokens, JWT access tokens, assertions (RFC 7523) and proofs of possession (RFC 9449).
extension MessageDetail {
  /// A JWT (RFC 7519 §3): header and claims with explanations; the signature is not shown. A proof or an assertion that is not a JWT is reported as
  /// damaged.
  mutating func token(_ value: String, named name: String) {
    if let token = ReadableToken(value) {
      show(token, as: ClaimExplanations.Kind(member: name, header: token.header))
    } else if SecretNames.isSigned(name) {
      do throws(ReadableToken.Damage) { _ = try ReadableToken(reading: value) } catch {
        let (sentence, source) = words(error)
        let text = "\(look.marks.warning) \(sentence) \(look.marks.separator) \(source)"
        lines += StyledLine.wrapped(text, Style(.warning), width: width, indent: 2)
      }
    }
  }

  /// The token of an `Authorization` header, if it can be decoded.
  mutating func credentials(_ value: String) {
    let parts = value.split(scalar: " ", maxSplits: 1)
    guard parts.count == 2, ["bearer", "dpop"].contains(parts[0].lowercased()) else { return }
    token(String(parts[1]), named: "access_token")
  }

  private mutating func show(_ token: ReadableToken, as kind: ClaimExplanations.Kind) {
    blank()
    line(look.catalogue(.detailHeader), Style(.heading, bold: true))
    lines += JSONLines.lines(redaction.json(token.header), width: width)
    explain(token.header) { ClaimExplanations.of($0, inHeaderOf: kind) }
    if let key = token.header["jwk"] { explain(key: key) }
    blank()
    line(look.catalogue(.detailClaims), Style(.heading, bold: true))
    lines += JSONLines.lines(redaction.json(token.claims), width: width)
    explain(token.claims) { ClaimExplanations.of($0, in: kind) }
    if token.claims["cnf"]?["jkt"] != nil { explain("cnf.jkt", ClaimExplanations.of("cnf.jkt", in: kind)) }
    blank()
    let signature = "\(look.catalogue(.detailSignature)) \(redaction.dots)"
    // The panel does not know whether the app or the server has verified the signature.
    let isSendersOwn = kind == .dpopProof || kind == .clientAssertion
    line(isSendersOwn ? look.catalogue(.detailUnchecked, ["signature": signature]) : signature, Style(.secondary))
    blank()
  }

  private mutating func explain(_ members: JSON, _ find: (String) -> Explanation?) {
    for member in members.objectValue ?? [] {
      guard let explanation = find(member.name) else { continue }
      let isTime = ClaimExplanations.times.contains(member.name)
      explain(member.name, explanation, at: isTime ? member.value.doubleValue : nil)
    }
  }

  /// - Parameter seconds: since 1970, if the member is a time.
  private mutating func explain(_ name: String, _ explanation: Explanation?, at seconds: Double? = nil) {
    guard let explanation else { return }
    var sentence = look.catalogue(explanation.sentence)
    if let seconds, seconds.isFinite {
      let moment = look.moment(Date(timeIntervalSince1970: seconds))
      sentence = look.catalogue(.claimMoment, ["sentence": sentence, "time": "\(moment.date) \(moment.time)"])
    }
    line(name, Style(.jsonKey))
    meaning(sentence, explanation.source, indent: 2)
  }

  /// A key in a proof, and its thumbprint, which `cnf.jkt` contains (RFC 9449 §6.1).
  private mutating func explain(key: JSON) {
    for member in key.objectValue ?? [] {
      guard let explanation = ParameterExplanations.of(member.name, in: key, .jwks) else { continue }
      line("jwk.\(member.name)", Style(.jsonKey))
      explain(explanation, indent: 2)
    }
    guard let thumbprint = JWKThumbprint.of(key) else { return }
    pair("\(look.catalogue(.detailThumbprint)): ", thumbprint, Style(.jsonKey, bold: true))
    meaning(look.catalogue(.detailThumbprintMeaning), "RFC 7638 §3", indent: 2)
  }

  private func words(_ damage: ReadableToken.Damage) -> (sentence: String, source: String) {
    switch damage {
    case .tooLong(let bytes): (look.catalogue(.detailTooLong, ["size": look.size(bytes)]), "RFC 7515 §7.1")
    case .parts(let count): (look.catalogue(.detailWrongParts, ["count": String(count)]), "RFC 7515 §7.1")
    case .coding(.header): (look.catalogue(.detailHeaderCoding), "RFC 7515 §2")
    case .coding(.claims): (look.catalogue(.detailClaimsCoding), "RFC 7515 §2")
    case .document(.header): (look.catalogue(.detailHeaderDocument), "RFC 7515 §4")
    case .document(.claims): (look.catalogue(.detailClaimsDocument), "RFC 7519 §3")
    case .noAlgorithm: (look.catalogue(.detailNoAlgorithm), "RFC 7515 §4.1.1")
    }
  }
}

/// A signed JWT, decoded for display (RFC 7515 §3.1). Nothing is verified here.
package struct ReadableToken: Hashable, Sendable {
  package var header: JSON
  package var claims: JSON

  enum Damage: Error, Hashable {
    /// The length in bytes.
    case tooLong(Int)
    case parts(Int)
    case coding(Part)
    case document(Part)
    case noAlgorithm
  }

  enum Part: Hashable { case header, claims }

  /// - Returns: `nil` if the text is no JWT or is too long to display.
  package init?(_ text: String) {
    // Most values are no tokens; counting the dots avoids decoding them.
    guard text.utf8.lazy.filter({ $0 == UInt8(ascii: ".") }).count == 2, let token = try? ReadableToken(reading: text)
    else { return nil }
    self = token
  }

  init(reading text: String) throws(Damage) {
    guard text.utf8.count < Redaction.longestSignedValue else { throw .tooLong(text.utf8.count) }
    let parts = text.split(scalar: ".", omittingEmptySubsequences: false)
    guard parts.count == 3 else { throw .parts(parts.count) }
    header = try ReadableToken.json(parts[0], .header)
    claims = try ReadableToken.json(parts[1], .claims)
    guard header["alg"] != nil else { throw .noAlgorithm }
  }

  private static func json(_ text: Substring, _ part: Part) throws(Damage) -> JSON {
    guard let bytes = Base64URL.decode(text) else { throw .coding(part) }
    guard let json = try? JSON.parse(bytes), json.objectValue != nil else { throw .document(part) }
    return json
  }
}
