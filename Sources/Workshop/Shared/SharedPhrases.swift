import Catalogue

/// What several tools say.
extension Phrase {
  public static let keyCloseBench = Phrase("key.close-bench", "close")
  public static let keyPreviousRow = Phrase("key.previous-row", "row above")
  public static let keyNextRow = Phrase("key.next-row", "row below")
  public static let keyFilter = Phrase("key.filter", "filter")
  public static let keyClearFilter = Phrase("key.clear-filter", "clear the filter")
  public static let justNow = Phrase("ago.now", "now")
  public static let secondsAgo = Phrase("ago.seconds", "{count} s ago")
  public static let minutesAgo = Phrase("ago.minutes", "{count} min ago")
  public static let hoursAgo = Phrase("ago.hours", "{count} h ago")
  public static let daysAgo = Phrase("ago.days", "{count} d ago")
  public static let keyKeepSearch = Phrase("key.keep-search", "keep the search")
  public static let exportPending = Phrase("export.pending", "Writing the file")
  public static let keySendIt = Phrase("key.send-it", "send it")
  public static let faultTouched = Phrase("fault.touched", "On purpose: {fault}")
  public static let partyAttacker = Phrase("party.attacker", "Malicious app")
  public static let captionAttacker = Phrase(
    "caption.attacker",
    "Not the app: somebody else's software sends this, in a lab. What it proves stands in the panel Lesson.")
  public static let captionStolen = Phrase(
    "caption.stolen",
    "RFC 8252 §8.1 · A private-use scheme has no owner: the operating system gave the redirect to another app.")
  public static let partyApp = Phrase("party.app", "App")
  public static let partyBrowser = Phrase("party.browser", "Browser")
  public static let partyServer = Phrase("party.server", "Server")
  public static let partyKeystore = Phrase("party.keystore", "Keystore")
  public static let partyIdentityServer = Phrase("party.identity-server", "Identity server")
  public static let columnTime = Phrase("column.time", "Time")
  public static let columnStatus = Phrase("column.status", "Code")
}
