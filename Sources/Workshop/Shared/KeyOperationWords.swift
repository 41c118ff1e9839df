import AppState
import Catalogue

/// What the secure element did, in words.
extension KeyOperation {
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
