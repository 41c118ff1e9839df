import Catalogue

/// The bench's tool **Test plan**.
extension Phrase {
  public static let tabChecks = Phrase("tab.checks", "Test plan")
  public static let keyChecks = Phrase("key.checks", "test plan")
  public static let keyCheckOpen = Phrase("key.check.open", "open")
  public static let keyCheckPrepare = Phrase("key.check.prepare", "set up")
  public static let keyCheckPass = Phrase("key.check.pass", "pass")
  public static let keyCheckFail = Phrase("key.check.fail", "fail")
  public static let keyCheckBlocked = Phrase("key.check.blocked", "blocked")
  public static let keyCheckUnmark = Phrase("key.check.unmark", "no mark")
  public static let keyCheckNote = Phrase("key.check.note", "note")
  public static let keyCheckNoteKeep = Phrase("key.check.note.keep", "keep")
  public static let keyCheckNoteDrop = Phrase("key.check.note.drop", "drop")
  public static let keyCheckList = Phrase("key.check.list", "list")
  public static let keyCheckNext = Phrase("key.check.next", "next case")
  public static let keyCheckPrevious = Phrase("key.check.previous", "case before")
  public static let keyCheckOpenOnly = Phrase("key.check.open-only", "open ones")
  public static let keyCheckAll = Phrase("key.check.all", "all")
  public static let keyCheckReport = Phrase("key.check.report", "report")
  public static let keyCheckFinish = Phrase("key.check.finish", "end the run")

  public static let checksReading = Phrase("checks.reading", "Reading the test plan…")
  public static let checksNone = Phrase("checks.none", "Every case of this plan has passed.")
  public static let checksProgress = Phrase(
    "checks.progress", "{done} of {all}: {pass} pass, {fail} fail, {blocked} blocked")
  public static let checksRun = Phrase("checks.run", "run {run}")
  public static let checksNoRun = Phrase("checks.no-run", "no run yet: the first mark begins one")
  public static let checksProblem = Phrase("checks.problem", "{file}: {why}")
  public static let checksMoreProblems = Phrase(
    "checks.problems.more", one: "and {count} more file", other: "and {count} more files")
  public static let checksNotKept = Phrase("checks.not-kept", "Not kept: {why}")
  public static let checksReported = Phrase("checks.reported", "{files} written to {folder}")

  public static let checkGiven = Phrase("check.given", "Given")
  public static let checkSteps = Phrase("check.steps", "Steps")
  public static let checkExpected = Phrase("check.expected", "Expected")
  public static let checkSource = Phrase("check.source", "Source: {source}")
  public static let checkNoMark = Phrase("check.no-mark", "no mark yet")
  public static let checkPass = Phrase("check.pass", "pass")
  public static let checkFail = Phrase("check.fail", "fail")
  public static let checkBlocked = Phrase("check.blocked", "blocked")
  public static let checkBefore = Phrase("check.before", "last time: {mark}")
  public static let checkNoteHint = Phrase("check.note.hint", "What did you see?")
  static let keyCheckTicket = Phrase("key.check.ticket", "ticket")
  static let checkTicket = Phrase("check.ticket", "ticket: {ticket}")
  static let checkTicketHint = Phrase("check.ticket.hint", "Number or address of the ticket")
  static let checkTesterHint = Phrase("check.tester.hint", "Your name, for the reports")
  public static let checkAttached = Phrase("check.attached", "attached: screen, messages (masked), settings")

  public static let givenFresh = Phrase("given.fresh", "a phone that has never registered")
  public static let givenRegistered = Phrase("given.registered", "a phone with a client of its own, nobody signed in")
  public static let givenSignedIn = Phrase("given.signed-in", "somebody is signed in")
  public static let givenFaults = Phrase("given.faults", "faults: {name}")
  public static let givenOwnFaults = Phrase("given.faults.own", "faults of its own")
  public static let givenClock = Phrase("given.clock", "clock: {moves}")
  public static let givenClockApp = Phrase("given.clock.app", "app {move}")
  public static let givenClockServer = Phrase("given.clock.server", "server {move}")
  public static let givenSize = Phrase("given.size", "terminal of {size}")
  public static let givenLanguage = Phrase("given.language", "language: {language}")
  public static let givenASCII = Phrase("given.ascii", "started with --ascii")
  public static let givenUnicode = Phrase("given.unicode", "Unicode characters")
  public static let givenColour = Phrase("given.colour", "with colours")
  public static let givenNoColour = Phrase("given.no-colour", "started with --no-color")
  public static let givenNothing = Phrase("given.nothing", "nothing in particular")

  public static let preparing = Phrase("preparing", "Setting up: {stage}")
  public static let preparingForget = Phrase("preparing.forget", "the phone forgets what it knows")
  public static let preparingClear = Phrase("preparing.clear", "the browser forgets its cookies")
  public static let preparingRegister = Phrase("preparing.register", "the phone registers, as demouser")
  public static let preparingSignIn = Phrase("preparing.sign-in", "demouser signs in")
  public static let prepared = Phrase("prepared", "Set up. Begin with step 1.")
  public static let preparedPartly = Phrase("prepared.partly", "Set up, but for what has no tick above.")
  public static let notPrepared = Phrase("not-prepared", "This could not be set up: the phone says why.")
}

extension Phrase {
  // MARK: What is wrong with a file
  static let checksFileNotJSON = Phrase(
    "checks.problem.not-json", "line {line}: it is no JSON that can be accepted ({expected})")
  static let checksFileMissing = Phrase("checks.problem.missing", "line {line}: {member} is missing: {expected}")
  static let checksFileWrong = Phrase("checks.problem.wrong", "line {line}: {member} should be {expected}")
  static let checksFileUnknown = Phrase("checks.problem.unknown", "line {line}: {member} is unknown: {expected}")
  static let checksFileDuplicate = Phrase(
    "checks.problem.duplicate", "line {line}: {member} is taken: expected {expected}")
  static let checksFileEmpty = Phrase("checks.problem.empty", "line {line}: {member} is empty: expected {expected}")
  static let checksFileNoSuch = Phrase(
    "checks.problem.no-such", "line {line}: {member} names what is not there: expected {expected}")
  static let checksFileTooLarge = Phrase("checks.problem.too-large", "it is too large: {expected}")
  static let checksFileUnreadable = Phrase("checks.problem.unreadable", "it cannot be read: {expected}")

  /// Why a file of a plan or a run is not used, by the code of the problem.
  public static func checksFileProblem(_ code: String) -> Phrase {
    switch code {
    case "not_json": .checksFileNotJSON
    case "missing": .checksFileMissing
    case "unknown_member": .checksFileUnknown
    case "duplicate_id": .checksFileDuplicate
    case "empty_steps", "empty_expected": .checksFileEmpty
    case "unknown_preset", "unknown_script": .checksFileNoSuch
    case "too_large": .checksFileTooLarge
    case "unreadable": .checksFileUnreadable
    default: .checksFileWrong
    }
  }
}
