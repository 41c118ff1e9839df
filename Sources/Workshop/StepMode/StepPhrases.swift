import Catalogue

/// Step mode: what each message is called, and why it cannot come earlier or later.
extension Phrase {
  public static let keyStepOn = Phrase("key.step-on", "step mode")
  public static let keyStepOff = Phrase("key.step-off", "leave step mode")
  public static let keyAnswer = Phrase("key.answer", "answer")
  public static let keyChoice = Phrase("key.choice", "this answer")
  public static let keyRunOn = Phrase("key.run-on", "run on")
  public static let keyAsk = Phrase("key.ask", "ask me")
  public static let keyDoNotAsk = Phrase("key.do-not-ask", "do not ask")
  public static let keyWholeCard = Phrase("key.whole-card", "whole card")
  public static let keyFoldCard = Phrase("key.fold-card", "fold the card")
  public static let keySlower = Phrase("key.slower", "slow motion")
  public static let keyFaster = Phrase("key.faster", "slow motion: faster, then off")
  public static let keyHoldOn = Phrase("key.hold-on", "pause")
  public static let keyGoOn = Phrase("key.go-on", "go on")

  public static let sendIt = Phrase("step.send-it", "Send It")
  public static let nextMessage = Phrase("step.next", "Next message")
  public static let whatIsNext = Phrase("step.question", "What does the app do next?")
  public static let stepMode = Phrase("step.mode", "Step mode")
  public static let slowMotion = Phrase("step.slow-motion", "Slow motion")
  public static let slowMotionGoes = Phrase("step.goes-in", "goes in {seconds} s")
  public static let slowMotionRests = Phrase("step.rests", "paused")
  public static let stoppedBefore = Phrase("step.stopped", "Stopped before the next message: {message}")
  public static let stoppedToAsk = Phrase("step.stopped-to-ask", "Stopped before the next message. Which one is it?")
  public static let noWayBack = Phrase(
    "step.no-way-back", "This cannot be cancelled any more: the server has done its part, and the disk follows.")
  public static let rightAnswer = Phrase("step.right", "Right: {message}")
  public static let wrongAnswerEarlier = Phrase(
    "step.wrong.earlier", "Not that one. It comes earlier in this flow. {why}")
  public static let wrongAnswerLater = Phrase("step.wrong.later", "Not that one. It comes later in this flow. {why}")
  public static let wrongAnswerElsewhere = Phrase(
    "step.wrong.elsewhere", "Not that one. It is no part of this flow. {why}")
  public static let wholeCardHint = Phrase("step.card-hint", "{key} says what each of them is for")
  public static let itIs = Phrase("step.it-is", "Next comes: {message}")
  public static let moreParameters = Phrase("step.more", "and {count} more")
  public static let captionCleared = Phrase(
    "caption.cleared",
    "ID token and refresh token leave the disk. The registration stays, so the next login needs no "
      + "new client.")
}

/// A message of a flow by its raw name: what it is, and what has to be there before it.
extension Phrase {
  /// `nil`: there is no such message.
  public static func stepTitle(_ name: String) -> Phrase? {
    stepTitles[name].map { Phrase("step.title.\(name)", $0) }
  }

  /// The answer to somebody who expected this message now, when another one comes.
  public static func stepNeeds(_ name: String) -> Phrase? {
    stepReasons[name].map { Phrase("step.needs.\(name)", $0) }
  }

  static let stepTitles: [String: String] = [
    "metadata": "ask for the metadata",
    "open-registration-login": "open the login to register",
    "registration-token": "swap the code for a dcr token",
    "device-token": "ask for a dcr token",
    "push": "ask whether a token was pushed",
    "register": "register this instance",
    "save-registration": "save the registration",
    "push-authorization": "push the authorization request",
    "open-login": "open the login to sign in",
    "ask-for-codes": "ask for codes for another device",
    "ask-whether-done": "ask whether the user is done",
    "token": "redeem the code for tokens",
    "jwks": "fetch the server's public keys",
    "userinfo": "ask who the user is",
    "save-tokens": "save the tokens",
    "refresh": "renew the tokens",
    "revoke-token": "give a token back",
    "open-sign-out": "end the session in the browser",
    "clear-tokens": "drop the tokens from the disk",
    "read-registration": "read the registration",
    "update-registration": "update the registration",
    "delete-registration": "delete the client at the server",
    "erase-keystore": "erase the keystore",
    "application": "hand the code to its server",
    "sign-up": "make an account",
    "probe-api": "ask the API without a token",
    "read-resource": "read what the API says of itself",
    "ask-api": "ask the API with the token",
  ]

  static let stepReasons: [String: String] = [
    "metadata": "The metadata come first of all: without them no endpoint is known.",
    "open-registration-login":
      "A login to register is for a device without a client: its user allows the registration.",
    "registration-token": "The dcr token is exchanged for the code that the login to register brings.",
    "device-token": "That is for devices with a certificate: they need no login to register.",
    "push": "That is for devices to which a token is pushed.",
    "register":
      "Registering needs a dcr token, unless the server is open, and happens once in the life of an instance.",
    "push-authorization":
      "A request is pushed just before its login is opened, and only where pushed authorization is switched on.",
    "save-registration": "A registration is saved once, as soon as the server has answered it.",
    "open-login":
      "A login to sign in needs a saved client, and happens only while nobody is signed in: a refresh needs no login.",
    "ask-for-codes": "Codes are asked for where the phone has no browser, before its user can go anywhere.",
    "ask-whether-done":
      "Whether the user has finished elsewhere is asked once there is a code, and again until they have.",
    "token": "A code is redeemed when a login's redirect has brought one, by the app or by the server behind it.",
    "jwks": "The keys are fetched when there is an ID token to check.",
    "userinfo": "Userinfo needs an access token, and an ID token that has passed every check.",
    "save-tokens": "Tokens are saved last, when everything about them has been judged.",
    "refresh":
      "A refresh needs a refresh token, and a reason: an access token that is about to expire, or the user's wish.",
    "revoke-token": "Revoking takes tokens back; nobody asked for that here.",
    "open-sign-out": "The browser is opened only where its session is to end.",
    "clear-tokens": "Tokens are removed from the disk when they are of no more use.",
    "read-registration": "The app reads its registration only when something makes it doubt that it still stands.",
    "update-registration": "An update changes a client that exists, at the user's wish.",
    "delete-registration": "Deleting ends the client for good; signing out or revoking leaves it.",
    "erase-keystore": "The keystore is erased only to forget the device, after the server was told.",
    "application": "A code goes to the app's own server where that keeps the client secret, right after the login.",
    "sign-up": "An account is made after a login that found none.",
    "probe-api": "An API is asked without a token only until the app knows that it is the right one.",
    "read-resource": "An API's metadata is read before it gets its first token.",
    "ask-api": "An API is asked when somebody is signed in and wants it.",
  ]
}

extension Stepping: WordedTool {
  static var tabled: [Phrase] {
    Phrase.stepTitles.keys.compactMap(Phrase.stepTitle) + Phrase.stepReasons.keys.compactMap(Phrase.stepNeeds)
  }
}
