/// What the phone says of its keys.
extension Phrase {
  public static let presenceTitle = Phrase("presence.title", "Face ID")
  public static let presenceForClient = Phrase(
    "presence.forClient",
    "{name} is about to prove to the server that it is this installation. Only you can let its key sign.")
  public static let presenceForToken = Phrase(
    "presence.forToken",
    "{name} is about to use a token that is bound to a key of this phone. Only you can let that key sign.")
  public static let presenceWaits = Phrase(
    "presence.waits", "Nothing has been sent yet. The phone waits a minute for you.")
  public static let presenceConfirm = Phrase("presence.confirm", "It Is Me")
  public static let presenceRefuse = Phrase("presence.refuse", "Not Now")
  public static let clientKey = Phrase("settings.clientKey", "Client key")
  public static let clientKeyHere = Phrase("settings.clientKeyHere", "in the secure element, {thumbprint}")
  public static let renewKey = Phrase("settings.renewKey", "Renew Key")
  public static let clientKeyRenewed = Phrase(
    "notice.clientKeyRenewed", "The server knows this installation by a new key.")
  public static let clientSecretIsKey = Phrase("phone.secretIsKey", "no secret: a key that never leaves this phone")
}
