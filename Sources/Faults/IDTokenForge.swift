import FoundationEssentials
import SharedValues
import Synchronization

/// Spoils the ID tokens of answers as an evil server would issue them: signed, where that matters, with a key that stands in the
/// answer with the keys.
///
/// Safe between threads. Its keys are drawn when they are first needed, live as long as it, and are good for nothing else.
public final class IDTokenForge: Sendable {
  private struct State {
    var keys: ForgedKeys?
    /// The forger's keys, to be added to the published ones; `nil` while the last tokens were the server's own.
    var published: [JSON]?
  }

  private static let keyID = "fault-menu"
  private let state = Mutex(State())
  private let now: @Sendable () -> Date

  /// - Parameter now: the app's clock, which is what the claims are judged by.
  public init(now: @escaping @Sendable () -> Date) { self.now = now }

  /// The answer with a bad ID token; `nil` where it has none, or none that could be bad in this way.
  public func spoil(_ response: HTTPResponse, with defect: IDTokenDefect) -> HTTPResponse? {
    guard response.status == 200, let json = try? JSON.parse(response.body), let text = json["id_token"]?.stringValue,
      let token = TokenParts(text), let forged = forge(token, defect)
    else { return nil }
    return AnswerSpoiler.with(response, Array(json.setting("id_token", .string(forged)).compact.utf8))
  }

  /// Whether the answer with the keys is to have more than the server's.
  public var isPublishing: Bool { state.withLock { $0.published != nil } }

  /// An answer with tokens went by untouched.
  public func forget() { state.withLock { $0.published = nil } }

  /// The answer with the keys, and the forger's among them; `nil` where the server's own are enough.
  public func publish(in response: HTTPResponse) -> HTTPResponse? {
    guard let keys = state.withLock({ $0.published }), let json = try? JSON.parse(response.body),
      let own = json["keys"]?.arrayValue
    else { return nil }
    return AnswerSpoiler.with(response, Array(json.setting("keys", .array(own + keys)).compact.utf8))
  }

  // MARK: Steps

  private func forge(_ token: TokenParts, _ defect: IDTokenDefect) -> String? {
    switch defect {
    case .malformed: return token.parts[0] + "." + token.parts[1]
    case .encrypted: return (token.parts + [token.parts[1], token.parts[2]]).joined(separator: ".")
    case .headerMalformed: return token.with(header: "alg")
    case .algNone: return token.with(header: token.header.setting("alg", "none").compact, signature: "")
    case .algMismatch: return token.with(header: token.header.setting("alg", "HS256").compact)
    case .signature: return token.withSpoiledSignature
    default: break
    }
    guard let draft = ForgedToken(token, defect, now: now()) else { return nil }
    return sign(draft, isUsable: defect != .unusableKey)
  }

  /// Signs with the algorithm that the server used, because the client accepts only the one that it registered.
  private func sign(_ draft: ForgedToken, isUsable: Bool) -> String? {
    state.withLock { state in
      guard let keys = state.keys ?? (try? ForgedKeys()) else { return nil }
      state.keys = keys
      var header = draft.header
      if draft.namesKey { header = header.setting("kid", .string(IDTokenForge.keyID)) }
      let message = Base64URL.encode(header.compact.utf8) + "." + Base64URL.encode(draft.claimsText.utf8)
      let algorithm = header["alg"]?.stringValue ?? "RS256"
      guard let signature = try? keys.sign(Array(message.utf8), algorithm) else { return nil }
      state.published = [keys.jwk(algorithm, id: IDTokenForge.keyID, use: isUsable ? "sig" : "enc")]
      return message + "." + Base64URL.encode(signature)
    }
  }
}
