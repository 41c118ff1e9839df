import AppState
import Catalogue
import SharedValues

/// What the secure element did, in words.
extension KeyDeed {
  var thumbprint: String {
    switch self {
    case .made(_, let thumbprint), .signed(_, let thumbprint): thumbprint
    }
  }

  /// Stable, for exports.
  var name: String {
    switch self {
    case .made(let use, _): "made key for \(use.rawValue)"
    case .signed(let use, _): "signed for \(use.rawValue)"
    }
  }

  var verb: Phrase {
    switch self {
    case .made: .messageMakeKey
    case .signed: .messageSign
    }
  }

  var use: Phrase {
    switch self {
    case .made(.clientAuthentication, _): .messageClientKey
    case .made(.dpop, _): .messageDPoPKey
    case .signed(.clientAuthentication, _): .messageAssertion
    case .signed(.dpop, _): .messageProof
    }
  }

  var sentence: Phrase {
    switch self {
    case .made: .detailKeyMade
    case .signed: .detailKeySigned
    }
  }

  var caption: Phrase {
    switch self {
    case .made(.clientAuthentication, _): .captionClientKeyMade
    case .made(.dpop, _): .captionDPoPKeyMade
    case .signed(.clientAuthentication, _): .captionAssertionSigned
    case .signed(.dpop, _): .captionProofSigned
    }
  }
}

extension Phrase {
  static let messageMakeKey = Phrase("message.makeKey", "make")
  static let messageSign = Phrase("message.sign", "sign")
  static let messageClientKey = Phrase("message.clientKey", "client key")
  static let messageDPoPKey = Phrase("message.dpopKey", "DPoP key")
  static let messageAssertion = Phrase("message.assertion", "assertion")
  static let messageProof = Phrase("message.proof", "proof")
  static let detailKeyMade = Phrase(
    "detail.keyMade",
    "The secure element made the key {thumbprint} and gave out its public half. The private one never leaves it.")
  static let detailKeySigned = Phrase(
    "detail.keySigned",
    "The secure element signed with the key {thumbprint}. What it gave back is valid once.")
  static let captionClientKeyMade = Phrase(
    "caption.clientKeyMade",
    "This installation's own key: the server will know its client by the public half (RFC 7591 §2, jwks). There is no secret that could be copied."
  )
  static let captionDPoPKeyMade = Phrase(
    "caption.dpopKeyMade",
    "The key that tokens will be bound to: who has a token and not this key cannot use it (RFC 9449 §1).")
  static let captionAssertionSigned = Phrase(
    "caption.assertionSigned",
    "The client proves itself by a signature instead of a secret (RFC 7523 §2.2). It is valid for two minutes, for this server, and once."
  )
  static let captionProofSigned = Phrase(
    "caption.proofSigned",
    "A proof that the app holds the key that its tokens are bound to, for this method and this address alone (RFC 9449 §4.2)."
  )
}
