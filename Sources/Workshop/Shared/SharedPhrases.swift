import Catalogue

/// What several tools say.
extension Phrase {
  public static let keyCloseBench = Phrase("key.close-bench", "close")
  public static let keyPreviousRow = Phrase("key.previous-row", "row above")
  public static let keyChange = Phrase("key.change", "change")
  public static let keyChangeKeep = Phrase("key.change.keep", "keep")
  public static let keyChangeDrop = Phrase("key.change.drop", "drop")
  public static let keyChangeRestore = Phrase("key.change.restore", "all as it was")
  public static let keyChangeLeave = Phrase("key.change.leave", "leave")
  public static let changeOne = Phrase("change.title", "Change it before it is sent")
  public static let changeHow = Phrase(
    "change.how", "An empty value leaves it out. The result is real: no one is told about the change.")
  public static let changeLeftOut = Phrase("change.left-out", "left out")
  public static let changeAnother = Phrase("change.another", "another parameter (name=value)")
  public static let keyNextRow = Phrase("key.next-row", "row below")
  public static let rowsBefore = Phrase("rows.before", "Those before")
  public static let rowsAfter = Phrase("rows.after", "Those after")
  public static let keyFilter = Phrase("key.filter", "filter")
  public static let keyClearFilter = Phrase("key.clear-filter", "clear the filter")
  public static let keyClearFilterShort = Phrase("key.clear-filter-short", "clear")
  public static let justNow = Phrase("ago.now", "now")
  public static let secondsAgo = Phrase("ago.seconds", "{count} s ago")
  public static let minutesAgo = Phrase("ago.minutes", "{count} min ago")
  public static let hoursAgo = Phrase("ago.hours", "{count} h ago")
  public static let daysAgo = Phrase("ago.days", "{count} d ago")
  public static let keyKeepSearch = Phrase("key.keep-search", "keep the search")
  public static let exportPending = Phrase("export.pending", "Writing the file")
  public static let keySendIt = Phrase("key.send-it", "send it")
  public static let faultTouched = Phrase("fault.touched", "On purpose: {fault}")
  public static let partyAttacker = Phrase("party.attacker", "Attacker")
  public static let captionAttacker = Phrase(
    "caption.attacker",
    "Not the app: somebody else's software sends this, in a lab. The panel Lesson says what it proves.")
  public static let captionStolen = Phrase(
    "caption.stolen",
    "RFC 8252 §8.1 · A private-use scheme has no owner: the redirect goes to another app that has it, too.")
  public static let partyApplication = Phrase("party.application", "Vendor")
  public static let partyApplicationServer = Phrase("party.application-server", "Application server")
  public static let partyAPI = Phrase("party.api", "API")
  static let partyAdministrator = Phrase("party.administrator.short", "Admin")
  static let partyAdministratorInFull = Phrase("party.administrator", "Administrator")
  public static let partyRogue = Phrase("party.rogue", "Hostile")
  public static let partyRogueServer = Phrase("party.rogue-server", "Hostile server")
  public static let captionRogue = Phrase(
    "caption.rogue",
    "RFC 9700 §4.4 · The hostile server of a lab: what reaches it, it keeps. The panel Lesson says what it proves."
  )
  public static let columnPhone = Phrase("column.phone", "Phone")
  public static let partyApp = Phrase("party.app", "App")
  public static let partyBrowser = Phrase("party.browser", "Browser")
  public static let partyServer = Phrase("party.server", "Server")
  public static let partyKeystore = Phrase("party.keystore", "Keystore")
  public static let partySecureElement = Phrase("party.secure-element", "Secure element")
  public static let partyIdentityServer = Phrase("party.identity-server", "Identity server")
  public static let columnTime = Phrase("column.time", "Time")
  public static let columnStatus = Phrase("column.status", "Code")
}
