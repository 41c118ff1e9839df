import Catalogue

/// The panel: list, detail, diagram.
extension Phrase {
  public static let tabMessages = Phrase("tab.messages", "Messages")
  public static let tabSequence = Phrase("tab.sequence", "Sequence")
  public static let noMessages = Phrase(
    "messages.none",
    "Nothing has been sent yet. Every request and response of the phone will appear here, as it happens.")
  public static let noSequence = Phrase(
    "sequence.none", "Nothing has happened yet. Start on the phone: the diagram grows with every step.")
  public static let messagesFollowed = Phrase(
    "messages.followed", one: "{count} message, newest followed", other: "{count} messages, newest followed")
  public static let messagesNumber = Phrase("messages.number", "{number} of {count}; End follows the newest again")

  public static let columnNumber = Phrase("column.number", "#")
  public static let columnParties = Phrase("column.parties", "Who")
  public static let columnRequest = Phrase("column.request", "What")
  public static let columnSize = Phrase("column.size", "Size")
  public static let columnDuration = Phrase("column.duration", "Took")

  public static let messageOpen = Phrase("message.open", "open")
  public static let messageRedirect = Phrase("message.redirect", "redirect")
  public static let messageDropped = Phrase("message.dropped", "dropped")
  public static let messageClosed = Phrase("message.closed", "closed by the user")
  public static let messageSave = Phrase("message.save", "save")
  public static let messageSaved = Phrase("message.saved", "ok")
  public static let messageErase = Phrase("message.erase", "erase")
  public static let messageErased = Phrase("message.erased", "ok")

  public static let detailPending = Phrase("detail.pending", "no answer yet")
  public static let detailSaved = Phrase("detail.saved", "{file} was replaced: written, flushed, renamed.")
  public static let detailErased = Phrase("detail.erased", "The keystore's file and its key were removed.")
  public static let detailClosed = Phrase("detail.closed", "The user closed the browser. That is no error.")
  public static let detailHeader = Phrase("detail.jwt-header", "JWT header")
  public static let detailClaims = Phrase("detail.jwt-claims", "JWT claims")
  public static let detailSignature = Phrase("detail.jwt-signature", "signature")

  public static let sectionRegistration = Phrase("section.registration", "Registration")
  public static let sectionLogin = Phrase("section.login", "Login")
  public static let sectionRefresh = Phrase("section.refresh", "Refresh")
  public static let sectionLogout = Phrase("section.logout", "Sign out")
  public static let sectionForget = Phrase("section.forget", "Forget this device")
  public static let sectionRevoke = Phrase("section.revoke", "Revoke the tokens")
  public static let sectionUpdate = Phrase("section.update", "Update the registration")

  // What an arrow of the diagram is for: one short word, often the wire's own.
  public static let arrowMetadata = Phrase("arrow.metadata", "metadata")
  public static let arrowToken = Phrase("arrow.token", "token")
  public static let arrowPush = Phrase("arrow.push", "push")
  public static let arrowPushedAuthorization = Phrase("arrow.pushed-authorization", "PAR")
  public static let arrowDeviceAuthorization = Phrase("arrow.device-authorization", "codes")
  public static let arrowRegister = Phrase("arrow.register", "register")
  public static let arrowClient = Phrase("arrow.client", "client")
  public static let arrowUserinfo = Phrase("arrow.userinfo", "userinfo")
  public static let arrowKeys = Phrase("arrow.keys", "keys")
  public static let noteKeys = Phrase("note.keys", one: "one public key", other: "{count} public keys")
  public static let arrowRevoke = Phrase("arrow.revoke", "revoke")
}
