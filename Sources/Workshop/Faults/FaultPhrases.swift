import Catalogue

/// Faults: the command, the menu, and what is said while one is on.
extension Phrase {
  // MARK: Command line
  public static let faultPresets = Phrase("faults.presets", "Presets")
  public static let faultsByEndpoint = Phrase("faults.by-endpoint", "Defects by endpoint")
  public static let faultAlways = Phrase("fault.always", "always")
  public static let faultOnce = Phrase("fault.once", "once")
  public static let faultTimes = Phrase("fault.times", "{count} times")
  public static let faultAfter = Phrase("fault.after", "after {count} that go well")

  // MARK: The menu
  public static let tabFaults = Phrase("tab.faults", "Faults")
  public static let keyFaults = Phrase("key.faults", "faults")
  public static let keyFaultOn = Phrase("key.fault-on", "switch on")
  public static let keyFaultOff = Phrase("key.fault-off", "switch off")
  public static let keyFaultsOff = Phrase("key.faults-off", "all off")
  public static let keyFaultChoose = Phrase("key.fault-choose", "choose")
  public static let keyFaultBack = Phrase("key.fault-back", "back")
  public static let faultsNone = Phrase("faults.none", "Nothing goes wrong on purpose")
  public static let faultsOn = Phrase("faults.on", "On: {count}")
  public static let faultsOnOne = Phrase("faults.on-of-plan", "On: {count}, {title}")
  public static let faultsAllOff = Phrase("faults.all-off", "All off")
  public static let faultLeft = Phrase("fault.left", "{left} of {all} left")
  public static let faultUsedUp = Phrase("fault.used-up", "used up")
  public static let faultStruck = Phrase("fault.struck", "always, {count} so far")
  static let faultNow = Phrase("fault.at.now", "now")
  static let faultAtRegistration = Phrase("fault.at.registration", "at the next registration")
  static let faultAtLogin = Phrase("fault.at.login", "at the next login")
  static let faultAtRefresh = Phrase("fault.at.refresh", "at the next refresh")
  static let faultAtRevocation = Phrase("fault.at.revocation", "when tokens are revoked")
  static let faultAtSignOut = Phrase("fault.at.sign-out", "at the next sign-out")
  static let faultAtStart = Phrase("fault.at.start", "at the next start")
  static let faultSearchHint = Phrase("faults.search.hint", "name of a preset or a defect")
  static let keyFaultPreset = Phrase("key.fault-preset", "fault: {name}")
  public static let faultHowOften = Phrase("faults.how-often", "How often")
  public static let faultAboutAsked = Phrase(
    "faults.about-asked", "Acts on the next request. The exchange in Messages says that it was meddled with.")
  public static let faultAboutVisited = Phrase(
    "faults.about-visited",
    "Acts on the next visit of the browser. Page faults reach the in-app browser; others are told that it failed.")
  public static let faultAboutBrowser = Phrase("faults.about-browser", "Acts when the browser is opened next.")
  public static let faultAboutKeystore = Phrase(
    "faults.about-keystore", "Acts when the keystore is read or saved next. Nothing that it holds is lost.")
  public static let faultAboutElement = Phrase(
    "faults.about-element", "Acts when the secure element is asked next. A key that is lost is deleted there.")
  public static let faultAboutOff = Phrase("faults.about-off", "Enter switches it off. Requests that wait in it go on.")

  public static let reasonPageFault = Phrase("fault.page", "the page does not come, on purpose: {trouble}")

  // MARK: Signs
  public static let faultSign = Phrase("faults.sign", "{count} faults")
  public static let faultSignOne = Phrase("faults.sign-one", "1 fault")
  public static let faultSignUsedUp = Phrase("faults.sign-used-up", "faults used up")
  public static let choiceFaultsOff = Phrase("choice.faults-off", "Switch all faults off")

  // MARK: What is wrong with a fault file
  public static let faultNoFile = Phrase("fault.no-file", "not a regular file")
  public static let faultNotJSON = Phrase(
    "fault.not-json", "line {line}: it is no JSON that can be accepted ({expected})")
  public static let faultMemberTwice = Phrase("fault.member-twice", "line {line}: “{member}” stands there twice")
  public static let faultMemberMissing = Phrase(
    "fault.member-missing", "line {line}: “{member}” is missing; expected {expected}")
  public static let faultMemberUnknown = Phrase(
    "fault.member-unknown", "line {line}: “{member}” is unknown; expected {expected}")
  public static let faultMemberWrong = Phrase(
    "fault.member-wrong", "line {line}: “{member}” is wrong; expected {expected}")
  public static let faultNeverActs = Phrase(
    "fault.never-acts", "line {line}: “{member}” would never happen; expected {expected}")
  public static let faultLeadsAway = Phrase(
    "fault.leads-away",
    "it would lead the app to {address}; an address has to be on the server at {issuer}, or a host that ends in .example or .invalid"
  )
  public static let faultFileTooLarge = Phrase("fault.too-large", "it is too large; expected {expected}")
}
