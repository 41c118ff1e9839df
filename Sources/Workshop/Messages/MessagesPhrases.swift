import Catalogue

/// The panels **Messages** and **Sequence**: filter, search, what is written to files.
extension Phrase {
  public static let messagesFiltered = Phrase("messages.filtered", "{filter}: {number} of {count}, {all} in all")
  public static let nothingListed = Phrase("messages.none-listed", "No such message")
  public static let nothingListedWhy = Phrase(
    "messages.none-listed.why",
    "Nothing that happened is {filter}. f chooses another actor, e another endpoint, Backspace shows everything.")

  // In lines.
  public static let sequenceAnswered = Phrase("sequence.answered", "{from} asks {to}: {what}. The answer: {result}")
  public static let sequenceTold = Phrase("sequence.told", "{from} to {to}: {what}, {result}")
  public static let sequenceSent = Phrase("sequence.sent", "{from} to {to}: {what}")

  public static let searchHint = Phrase("messages.search.hint", "method, URL, status, name, text")
  public static let searching = Phrase("messages.search.searching", "searching")
  public static let searchFindsNothing = Phrase("messages.search.nothing", "not found")
  public static let searchMatch = Phrase("messages.search.match", "match {number} of {count}")
  public static let searchMatches = Phrase("messages.search.matches", one: "{count} match", other: "{count} matches")

  public static let exportDone = Phrase("export.done", "Written, with secrets masked: {files}")
  public static let exportCopied = Phrase(
    "export.copied", "Copied, if the terminal allows it (OSC 52); with secrets masked also in {files}")

  public static let keyActor = Phrase("key.actor", "actor")
  public static let keyEndpoint = Phrase("key.endpoint", "endpoint")
  public static let keySearch = Phrase("key.search", "search")
  public static let keyEndSearch = Phrase("key.end-search", "end the search")
  public static let keyNextMatch = Phrase("key.next-match", "next match")
  public static let keyPreviousMatch = Phrase("key.previous-match", "previous match")
  public static let keyCurl = Phrase("key.curl", "copy as curl")
  public static let keyArchive = Phrase("key.archive", "write HAR")
  public static let keyDiagram = Phrase("key.diagram", "write SVG and Mermaid")

  public static let endpointMetadata = Phrase("endpoint.metadata", "metadata")
  public static let endpointAuthorization = Phrase("endpoint.authorization", "authorization")
  public static let endpointToken = Phrase("endpoint.token", "token")
  public static let endpointRegistration = Phrase("endpoint.registration", "registration")
  public static let endpointRefresh = Phrase("endpoint.refresh", "refresh")
  public static let endpointUserinfo = Phrase("endpoint.userinfo", "userinfo")
  public static let endpointRevocation = Phrase("endpoint.revocation", "revocation")
  public static let endpointEndSession = Phrase("endpoint.end-session", "end of session")
  public static let endpointJWKS = Phrase("endpoint.jwks", "keys")
  public static let endpointPush = Phrase("endpoint.push", "push")
  public static let endpointApplication = Phrase("endpoint.application", "application server")
  public static let endpointPushedAuthorization = Phrase("endpoint.pushed-authorization", "pushed request")
  public static let endpointIntrospection = Phrase("endpoint.introspection", "introspection")
  public static let endpointDeviceAuthorization = Phrase("endpoint.device-authorization", "device codes")
  public static let endpointAPI = Phrase("endpoint.api", "API")
  public static let endpointPage = Phrase("endpoint.page", "pages")
  public static let endpointOther = Phrase("endpoint.other", "other")

  public static let detailLetGo = Phrase(
    "detail.let-go",
    "Headers and bodies of this message were let go: the log keeps {limit} in all, the newest first. The request had "
      + "{request}, the answer {response}.")
  public static let claimMoment = Phrase("claim.moment", "{sentence}: {time}")

  public static let laneKeystore = Phrase("lane.keystore", "Keys")
  public static let laneSecureElement = Phrase("lane.secure-element", "Element")
  public static let messagesOfLab = Phrase("messages.of-lab", "Lab: {title}")
  public static let messagesOfPhone = Phrase("messages.of-phone", "This phone's own messages")
  public static let keyLabMessages = Phrase("key.lab-messages", "the lab")
  public static let keyPhoneMessages = Phrase("key.phone-messages", "the phone")
  public static let laneAttacker = Phrase("lane.attacker", "Attack")
}

extension Phrase {
  public static let diagramTitle = Phrase("diagram.title", "DCR Terminal: who said what to whom (secrets masked)")
}

/// What is signed, taken apart.
extension Phrase {
  static let detailThumbprint = Phrase("detail.thumbprint", "JWK thumbprint")
  static let detailThumbprintMeaning = Phrase(
    "detail.thumbprint.meaning",
    "the SHA-256 of this key, worked out here; a token that is bound to the key has it as cnf.jkt")
  static let detailUnchecked = Phrase("detail.unchecked", "{signature}, not checked here")
  static let detailTooLong = Phrase(
    "detail.damaged.length", "not taken apart: it is {size} long, more than any proof needs")
  static let detailWrongParts = Phrase(
    "detail.damaged.parts", "not taken apart: it has not three parts joined by dots but {count}")
  static let detailHeaderCoding = Phrase(
    "detail.damaged.header-coding", "not taken apart: its header is not in base64url")
  static let detailClaimsCoding = Phrase(
    "detail.damaged.claims-coding", "not taken apart: its claims are not in base64url")
  static let detailHeaderDocument = Phrase(
    "detail.damaged.header-document", "not taken apart: its header is no JSON object that has each member once")
  static let detailClaimsDocument = Phrase(
    "detail.damaged.claims-document", "not taken apart: its claims are no JSON object that has each member once")
  static let detailNoAlgorithm = Phrase(
    "detail.damaged.algorithm", "not taken apart: its header names no algorithm")
}
