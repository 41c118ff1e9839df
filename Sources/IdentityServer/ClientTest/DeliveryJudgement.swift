/// Checks whose answers reach the client twice, or late (``AnswerDelivery``).
extension TrialRecord {
  /// Each time when the browser has taken an answer from the server's page to the client, in order. More than two say nothing.
  private var deliveries: [SeenExchange] {
    spoiled.filter { $0.request.path.hasPrefix(bytes: Addresses.heldAnswerPath) }
  }

  /// Whether a person has done all that the action at this place is about.
  func isOver(afterAction place: Int, of actions: [ClientTestStep]) -> Bool {
    guard let delivery = trial.delivery else { return hasShown }
    // The page of a held answer has no links.
    let isHeld = delivery == .late && actions[place...].count(where: { $0 == .login }) > 1
    return isHeld ? !spoiled.isEmpty : deliveries.count > 1
  }

  /// Token requests with the code of this answer, however late. One that the server refuses for want of a nonce has to be repeated
  /// (RFC 9449 §8).
  private func redemptions(of delivery: SeenExchange) -> [SeenExchange] {
    exchanges.filter {
      $0.kind == .code && !$0.presentedMarks.isDisjoint(with: delivery.marks) && $0.answer["error"] != "use_dpop_nonce"
    }
  }

  /// A code is redeemed once, although the answer comes twice (RFC 6749 §4.1.2).
  var redeemsOnce: Finding? {
    guard let first = deliveries.first, deliveries.count > 1 else { return TrialRecord.unpressed(spoiled) }
    let sent = redemptions(of: first)
    return switch sent.count {
    // It may be slow.
    case 0 where control == .notYet: nil
    case 0: Finding(.unseen, "It did not redeem the code at all.", spoiled)
    case 1: Finding(.careful, "It redeemed the code once, although the answer came twice.", spoiled + sent)
    default: Finding(.careless, "It redeemed the code again when the answer came again.", spoiled + sent)
    }
  }

  /// The answer to an earlier login neither ends the later one nor becomes its answer (RFC 6749 §10.12).
  var keepsLoginsApart: Finding? {
    guard let held = spoiled.first else { return TrialRecord.undelivered }
    guard let late = deliveries.first else { return TrialRecord.unpressed(spoiled) }
    let mixed = redemptions(of: late).filter { !isOwnVerifier($0, of: held) }
    guard mixed.isEmpty else {
      return Finding(.careless, "It redeemed the code of the earlier login as that of the later one.", spoiled + mixed)
    }
    guard let own = deliveries.first(where: { $0.marks != late.marks }) else { return TrialRecord.unpressed(spoiled) }
    let redeemed = redemptions(of: own).filter(\.isAccepted)
    guard redeemed.isEmpty else {
      return Finding(.careful, "It went on with the later login, and did not mix the two.", spoiled + redeemed)
    }
    return omission("The answer to the earlier login ended the later one.", spoiled)
  }

  private static func unpressed(_ exchanges: [SeenExchange]) -> Finding {
    Finding(
      .unseen, "The browser did not take both answers to the client: that needs a press on each link.", exchanges)
  }

  /// Whether the verifier belongs to a request that was made before the first answer was held. Without PKCE that cannot be known.
  private func isOwnVerifier(_ request: SeenExchange, of held: SeenExchange) -> Bool {
    guard let verifier = request.form["code_verifier"] else { return true }
    let challenges = [verifier, Base64URL.encode(Primitives.sha256(verifier.utf8))]
    let asked = exchanges.first {
      [.authorization, .push].contains($0.kind) && ($0.parameters["code_challenge"].map(challenges.contains) ?? false)
    }
    return (asked?.number ?? .max) <= held.number
  }
}
