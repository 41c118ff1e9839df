import Catalogue

/// What somebody else's software does in a lab. Each begins with the section that the request goes by.
extension Phrase {
  static let captionAttackerCode = Phrase(
    "caption.attacker.code",
    "RFC 6749 §4.1.3 · Not the app: somebody else's software, in a lab, wants tokens for a code. What it proves "
      + "stands in the panel Lesson.")
  static let captionAttackerDevicePoll = Phrase(
    "caption.attacker.device-poll",
    "RFC 8628 §3.4 · Not the app: somebody else's software, in a lab, asks for the tokens of a login elsewhere. "
      + "The panel Lesson says what it proves.")
  static let captionAttackerRefresh = Phrase(
    "caption.attacker.refresh",
    "RFC 6749 §6 · Not the app: somebody else's software, in a lab, wants new tokens for a refresh token. What it "
      + "proves stands in the panel Lesson.")
  static let captionAttackerUserinfo = Phrase(
    "caption.attacker.userinfo",
    "OpenID Connect Core §5.3 · Not the app: somebody else's software, in a lab, shows an access token and asks "
      + "whose it is. The panel Lesson says what it proves.")
  static let captionAttackerAPI = Phrase(
    "caption.attacker.api",
    "RFC 6750 §2.1 · Not the app: somebody else's software, in a lab, shows an access token to an API. What it "
      + "proves stands in the panel Lesson.")
  static let captionAttackerRegister = Phrase(
    "caption.attacker.register",
    "RFC 7591 §3.1 · Not the app: somebody else's software, in a lab, wants to register a client. What it proves "
      + "stands in the panel Lesson.")
  static let captionAttackerRegistrationRead = Phrase(
    "caption.attacker.registration-read",
    "RFC 7592 §2.1 · Not the app: somebody else's software, in a lab, wants to read a registration. What it "
      + "proves stands in the panel Lesson.")
  static let captionAttackerRegistrationUpdate = Phrase(
    "caption.attacker.registration-update",
    "RFC 7592 §2.2 · Not the app: somebody else's software, in a lab, wants to change a registration. What it "
      + "proves stands in the panel Lesson.")
  static let captionAttackerUnregister = Phrase(
    "caption.attacker.unregister",
    "RFC 7592 §2.3 · Not the app: somebody else's software, in a lab, wants to delete a registration. What it "
      + "proves stands in the panel Lesson.")
  static let captionAttackerRevocation = Phrase(
    "caption.attacker.revocation",
    "RFC 7009 §2.1 · Not the app: somebody else's software, in a lab, wants a token revoked. What it proves "
      + "stands in the panel Lesson.")
  static let captionAttackerDeviceAuthorization = Phrase(
    "caption.attacker.device-authorization",
    "RFC 8628 §3.1 · Not the app: somebody else's software, in a lab, asks for the codes of a login elsewhere. "
      + "The panel Lesson says what it proves.")
  static let captionAttackerPush = Phrase(
    "caption.attacker.pushed-authorization",
    "RFC 9126 §2.1 · Not the app: somebody else's software, in a lab, hands an authorization request to the "
      + "server. The panel Lesson says what it proves.")
}
