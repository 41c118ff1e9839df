import Catalogue

/// The panel **Lesson**. What lessons themselves say stands in their files.
extension Phrase {
  public static let tabLesson = Phrase("tab.lesson", "Lesson")
  public static let keyLesson = Phrase("key.lesson", "lesson")

  public static let keyOpenLesson = Phrase("key.open-lesson", "open")
  public static let keyNextLesson = Phrase("key.next-lesson", "next lesson")
  public static let keyPreviousLesson = Phrase("key.previous-lesson", "previous lesson")
  public static let keyDoIt = Phrase("key.do-it", "do it")
  public static let keyDoItAgain = Phrase("key.do-it-again", "try again")
  public static let keyNextPage = Phrase("key.next-page", "next")
  public static let keyPreviousPage = Phrase("key.previous-page", "back")
  public static let keyLessons = Phrase("key.lessons", "all lessons")
  public static let keyResetLab = Phrase("key.reset-lab", "reset the lab")
  public static let keyStopLab = Phrase("key.stop-lab", "stop")
  public static let keyAnswerQuestion = Phrase("key.answer-question", "answer")
  public static let keyPressButton = Phrase("key.press-button", "press the button")
  public static let lessonOffer = Phrase("lesson.offer", "New here? The guided tour: {keys}")
  public static let tourHere = Phrase("tour.here", "The phone is here now")
  public static let tourElsewhere = Phrase(
    "tour.elsewhere", "The phone is not here at the moment; Right and Left only turn the pages")
  public static let keyFinish = Phrase("key.finish", "finish")
  public static let keyNextChoice = Phrase("key.next-choice", "next answer")
  public static let keyPreviousChoice = Phrase("key.previous-choice", "previous answer")

  public static let lessonsReading = Phrase("lessons.reading", "Reading the lessons")
  public static let lessonsNone = Phrase("lessons.none", "There is no lesson that can be read")
  public static let lessonsDone = Phrase("lessons.done", "{done} of {all} done on this device")
  public static let tourBeginsAt = Phrase(
    "tour.begins-at", "This phone is past the beginning, so the tour begins where it is: “{title}”.")
  public static let tourNowhere = Phrase(
    "tour.nowhere", "This phone is at no stop of the tour at the moment. The stops can be read all the same.")
  public static let tourFreshPhone = Phrase("tour.fresh-phone", "{key} takes a fresh phone, for the whole tour.")
  public static let keyFreshPhone = Phrase("key.fresh-phone", "a fresh phone")
  public static let lessonKindLab = Phrase("lesson.kind.lab", "lab")
  public static let lessonKindTour = Phrase("lesson.kind.tour", "tour")
  public static let lessonSteps = Phrase("lesson.steps", "{done} of {all}")
  public static let lessonBroken = Phrase("lesson.broken", "{file}, line {line}: {why}")
  public static let lessonsMoreBroken = Phrase(
    "lessons.more-broken", "and {count} more; dcr-terminal doctor names them all")
  public static let lessonProgressDamaged = Phrase(
    "lesson.progress-damaged",
    "The progress of this device was damaged and begins anew; the old file is lessons.json.damaged")
  public static let lessonProgressUnwritable = Phrase(
    "lesson.progress-unwritable", "The progress of this device cannot be saved")
  public static let lessonSetting = Phrase("lesson.setting", "Setting")
  public static let lessonGoal = Phrase("lesson.goal", "What you find out")
  public static let lessonOwnWorld = Phrase(
    "lesson.own-world",
    "This lab has phones, browsers and an identity server of its own. Nothing in it touches the phone beside this panel, which State, Server and Keystore go on showing; Messages and Sequence show the lab while it is open."
  )
  public static let lessonInsecure = Phrase("lesson.insecure", "The lab's server does without a defence: {switches}")
  public static let lessonWithoutPKCE = Phrase("lesson.insecure.pkce", "PKCE is not required ({name})")
  public static let lessonImplicit = Phrase("lesson.insecure.implicit", "the implicit flow is allowed ({name})")
  public static let lessonWithoutIss = Phrase(
    "lesson.insecure.iss", "its answers do not say who gives them ({name})")
  public static let lessonReset = Phrase(
    "lesson.reset", "The lab was reset: its server is stopped, its folder deleted, its progress forgotten")
  public static let lessonStep = Phrase("lesson.step", "Step {number} of {all}: {title}")
  public static let lessonBlocked = Phrase(
    "lesson.blocked",
    "This step builds on step {number}, which did not come out as meant. Go back and try that one again, or read on.")
  public static let lessonWatch = Phrase("lesson.watch", "Watch")
  public static let lessonWhole = Phrase(
    "lesson.whole",
    "What passed between the parties is all there: Messages (1) and Sequence (2) show this lab, step by step, while it is open, and w there writes it to a file."
  )
  public static let lessonChanged = Phrase("lesson.changed", "{title} (changed)")
  public static let lessonExplanation = Phrase("lesson.explanation", "Why it is so")
  public static let lessonSources = Phrase("lesson.sources", "Sources")
  public static let lessonQuestion = Phrase("lesson.question", "Question")
  public static let lessonRight = Phrase("lesson.right", "Right.")
  public static let lessonRightAfter = Phrase(
    "lesson.right-after", one: "Right, after one wrong answer.", other: "Right, after {count} wrong answers.")
  public static let lessonWrong = Phrase("lesson.wrong", "Not so. Try again.")

  public static let lessonPredict = Phrase("lesson.predict", "Who will refuse? One key says it, and does the step")
  public static let lessonPredictInLines = Phrase(
    "lesson.predict.lines", "Who will refuse? Your answer does the step")
  public static let lessonPredictFirst = Phrase("lesson.predict-first", "Who will refuse? Press one of {keys}")
  public static let refuserServer = Phrase("lesson.refuser.server", "the server")
  public static let refuserApp = Phrase("lesson.refuser.app", "the app")
  public static let refuserNobody = Phrase("lesson.refuser.nobody", "nobody")
  public static let lessonPredictedRight = Phrase("lesson.predicted-right", "You said {said}, and so it was")
  public static let lessonPredictedWrong = Phrase("lesson.predicted-wrong", "You said {said}; it was {was}")
  public static let lessonGoals = Phrase("lesson.goals", "Free play")
  public static let lessonGoalsHow = Phrase(
    "lesson.goals-how", "Go back to any step and change it with e. What is reached is read from the server's database.")

  public static let keyTryChange = Phrase("key.try-change", "run it")
  public static let lessonTrialRuns = Phrase(
    "lesson.trial-runs", "The lab is done anew in a world of its own, up to this step, with all that you have changed.")
  public static let lessonTrialStopped = Phrase(
    "lesson.trial-stopped", "It ended at step {number}: what comes after builds on what this did not bring.")
  public static let lessonGoalReached = Phrase("lesson.goal-reached", "Reached: {goal}")
  public static let verdictTried = Phrase("lesson.verdict.tried", "Nobody refused")
  public static let verdictNormal = Phrase("lesson.verdict.normal", "Done")
  public static let verdictDefence = Phrase("lesson.verdict.defence", "The defence held")
  public static let verdictAttack = Phrase("lesson.verdict.attack", "The attack worked, as it must without the defence")
  public static let verdictDespite = Phrase("lesson.verdict.despite", "The attack works despite the defences")
  public static let verdictUnexpected = Phrase(
    "lesson.verdict.unexpected", "Unexpected: {name} should be {expected} and is {received}")
  public static let verdictFailed = Phrase("lesson.verdict.failed", "It could not be done: {why}")
  public static let factAnything = Phrase("lesson.fact.anything", "there")
  public static let factNothing = Phrase("lesson.fact.nothing", "absent")
  public static let factAbsent = Phrase("lesson.fact.absent", "no {name}")

  public static let activityWorld = Phrase("lesson.activity.world", "Setting up the lab: folder, identity server")
  public static let activityApp = Phrase("lesson.activity.app", "The app on {device} runs")
  public static let activityAppStep = Phrase("lesson.activity.app-step", "The app on {device}: {step}")
  public static let activityBrowser = Phrase("lesson.activity.browser", "The browser of {device} is open")
  public static let activityRequest = Phrase("lesson.activity.request", "{request}")
  public static let activityKeystore = Phrase("lesson.activity.keystore", "The keystore of {device}")
  public static let activityAdministration = Phrase("lesson.activity.administration", "The server's administrator acts")

  public static let deedApp = Phrase("lesson.deed.app", "App on {device}, until {step}")
  public static let deedStolen = Phrase("lesson.deed.stolen", "App on {device}; the malicious app takes the redirect")
  public static let deedForged = Phrase("lesson.deed.forged", "App on {device}; a forged redirect comes instead")
  public static let deedRogue = Phrase("lesson.deed.rogue", "App on {device}, with the hostile server as its issuer")
  public static let deedBrowser = Phrase(
    "lesson.deed.browser", "Browser of {device}; the attacker asks and takes the redirect")
  public static let deedBrowserOfApp = Phrase(
    "lesson.deed.browser-of-app", "Browser of {device}; an app of the lab asks and takes the redirect")
  public static let deedBrowserStolen = Phrase(
    "lesson.deed.browser-stolen", "Browser of {device}; an app of the lab asks, the malicious app takes the redirect")
  public static let deedBrowserForged = Phrase(
    "lesson.deed.browser-forged", "Browser of {device}; an app of the lab asks, a forged redirect comes instead")
  public static let deedEmbedded = Phrase(
    "lesson.deed.embedded", "A page inside the malicious app on {device} that looks like the browser")
  public static let deedPage = Phrase("lesson.deed.page", "Browser of {device}; its user opens a page")
  public static let deedPageSent = Phrase(
    "lesson.deed.page-sent", "Browser of {device}; its user opens a page that the attacker has sent")
  public static let deedAtRogue = Phrase("lesson.deed.at-rogue", "at the hostile server")
  public static let deedBrowserForApp = Phrase(
    "lesson.deed.browser-for-app", "Browser of {device}; the attacker asks, an app of the lab takes the redirect")
  public static let deedRewrites = Phrase("lesson.deed.rewrites", "the hostile server changes {names}")
  public static let deedTypesPassword = Phrase("lesson.deed.types-password", "typed with a password that was taken")
  public static let deedChecks = Phrase("lesson.deed.checks", "the app checks {names}")
  public static let deedChecksNothing = Phrase("lesson.deed.checks-nothing", "the app checks nothing")
  public static let deedCopies = Phrase("lesson.deed.copies", "{count} at once")
  public static let deedFaulty = Phrase("lesson.deed.faulty", "on purpose: {fault}")
  public static let deedEndSessions = Phrase("lesson.deed.end-sessions", "Administrator ends the sessions of {user}")
  public static let deedClock = Phrase("lesson.deed.clock", "{clock}: {count} s later")
  public static let deedClockServer = Phrase("lesson.deed.clock.server", "The server's clock")
  public static let deedClockApp = Phrase("lesson.deed.clock.app", "The phones' clocks")
  public static let deedClockBoth = Phrase("lesson.deed.clock.both", "All clocks")
  public static let deedInspectUser = Phrase("lesson.deed.inspect-user", "The server's database, about {user}")
  public static let deedRequestAttacker = Phrase("lesson.deed.request-attacker", "Attacker: {request}")
  public static let deedRequestRogue = Phrase("lesson.deed.request-rogue", "Hostile server: {request}")
  public static let deedRequestApp = Phrase("lesson.deed.request-app", "The app: {request}")
  public static let deedCopy = Phrase("lesson.deed.copy", "Copied from {from} to {to}: {files}")
  public static let deedOpenKeystore = Phrase("lesson.deed.open-keystore", "Keystore of {device} opened")
  public static let deedOpenKeystoreWith = Phrase(
    "lesson.deed.open-keystore-with", "Keystore of {device} opened with the passphrase {passphrase}")
  public static let deedDetail = Phrase("lesson.deed.detail", "{deed}; {detail}")
  public static let deedEphemeral = Phrase("lesson.deed.ephemeral", "ephemeral browser")
  public static let deedNobodyTypes = Phrase("lesson.deed.nobody-types", "nobody types")
  public static let deedUser = Phrase("lesson.deed.user", "{user} signs in")
  public static let deedWithVerifier = Phrase("lesson.deed.with-verifier", "with a code_verifier")
  public static let deedWithoutVerifier = Phrase("lesson.deed.without-verifier", "without a code_verifier")
  public static let deedKeys = Phrase("lesson.deed.keys", "Secure element of {device}")
  public static let deedMakeKey = Phrase("lesson.deed.make-key", "Secure element of {device} makes a key: {use}")
  public static let deedAssertion = Phrase("lesson.deed.assertion", "an assertion signed by {device}")
  public static let deedAssertionOld = Phrase("lesson.deed.assertion-old", "an assertion from before")
  public static let deedProof = Phrase("lesson.deed.proof", "a proof signed by {device}")
  public static let deedProofOld = Phrase("lesson.deed.proof-old", "a proof from before")
  public static let deedWithoutProof = Phrase("lesson.deed.without-proof", "as DPoP, without a proof")
  public static let deedDatedAhead = Phrase("lesson.deed.dated-ahead", "dated {count} s ahead")
  public static let deedCaught = Phrase("lesson.deed.caught", "caught on its way")
  public static let deedPolicies = Phrase("lesson.deed.policies", "Administrator changes policies: {names}")
  public static let deedProtect = Phrase("lesson.deed.protect", "Keystore of {device} put under a passphrase")
  public static let deedRevoke = Phrase("lesson.deed.revoke", "Administrator revokes a client")
  public static let deedActivate = Phrase("lesson.deed.activate", "Administrator activates a client")
  public static let deedTemplate = Phrase("lesson.deed.template", "Administrator changes {template}")
  public static let deedInspect = Phrase("lesson.deed.inspect", "The server's database")
  public static let deedLoot = Phrase("lesson.deed.loot", "What the hostile server has got")

  public static let lessonFaultNotJSON = Phrase("lesson.fault.not-json", "not JSON ({expected})")
  public static let lessonFaultMissing = Phrase("lesson.fault.missing", "{member} is missing: {expected}")
  public static let lessonFaultWrong = Phrase("lesson.fault.wrong", "{member} should be {expected}")
  public static let lessonFaultUnknown = Phrase("lesson.fault.unknown", "{member} is not known: {expected}")
  public static let lessonFaultVariable = Phrase(
    "lesson.fault.variable", "{member} names something unknown: {expected}")
  public static let lessonFaultTooLarge = Phrase("lesson.fault.too-large", "too large: {expected}")
  public static let lessonFaultUnreadable = Phrase("lesson.fault.unreadable", "cannot be read: {expected}")
}

/// Why a lesson file is not used, by the code of the problem.
extension Phrase {
  public static func lessonFault(_ code: String) -> Phrase {
    switch code {
    case "not_json": .lessonFaultNotJSON
    case "missing": .lessonFaultMissing
    case "unknown_member": .lessonFaultUnknown
    case "unknown_variable": .lessonFaultVariable
    case "too_large": .lessonFaultTooLarge
    case "unreadable": .lessonFaultUnreadable
    default: .lessonFaultWrong
    }
  }
}
