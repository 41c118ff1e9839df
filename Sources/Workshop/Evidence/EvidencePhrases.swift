import Catalogue

/// Evidence and its replay.
extension Phrase {
  public static let keyEvidence = Phrase("key.evidence", "write evidence")
  public static let evidenceTitle = Phrase("evidence.title", "Evidence")
  public static let evidenceDone = Phrase("evidence.done", "Written for whoever looks into this:")
  public static let evidenceSize = Phrase("evidence.size", "{size} kB")
  public static let evidenceHolds = Phrase(
    "evidence.holds", "Screens of the last minute, keys, messages, states and versions; nothing secret.")
  public static let evidenceReadme = Phrase(
    "evidence.readme",
    """
    Evidence of DCR Terminal {version}, written {time} on the device {device}, issuer {issuer}.

    screens/        what the app showed in the last minute: text, and SVG of the newest. Nothing of the browser, which the app
                    does not see; manifest.json says when the browser had the terminal
    keys.json       the keys that were pressed in the app, and what was seen then; what went into a field is not there
    states.json     the states that the app went through, with what led to each
    messages.txt    every message between app, browser, server and keystore, a line each
    messages.har    the same as an HTTP Archive, for a browser's developer tools
    config.json     the configuration; settings.json what became of it
    faults.json     what was switched on to go wrong, if anything was: dcr-terminal --faults reads it
    versions.json   of the program and what it runs on
    manifest.json   what this file is, for programs

    Times are the app's clock's; “at” is milliseconds since the first screen, by the machine's clock.
    Secrets are masked everywhere. To bring the app through the same steps again:

        dcr-terminal replay FILE.zip
    """)

  public static let replayBegins = Phrase(
    "replay.begins", "{path}: {keys} keys, {changes} changes of state; the device is {device}, the terminal {size}")
  public static let replayExpected = Phrase("replay.expected", "expected: {seen}")
  public static let replayActual = Phrase("replay.actual", "actual:   {seen}")
  public static let replayDiffers = Phrase(
    "replay.differs", "change {number} of the state: expected {expected}, actual {actual}")
  public static let replayNothing = Phrase("replay.nothing", "nothing")
  public static let replayEndsSame = Phrase("replay.ends.same", "The app went the same way.")
  public static let replayEndsDifferent = Phrase("replay.ends.different", "The app went another way.")
  public static let replayScreenExpected = Phrase("replay.screen.expected", "The screen in the bundle:")
  public static let replayScreenActual = Phrase("replay.screen.actual", "The screen now:")

  // MARK: Why a file is no bundle
  public static let zipNotZip = Phrase("zip.not-zip", "it is no zip file")
  public static let zipTruncated = Phrase("zip.truncated", "its end is missing, or something follows it")
  public static let zipTooLarge = Phrase("zip.too-large", "it is larger than 64 MiB")
  public static let zipTooMany = Phrase("zip.too-many", "it has more than 4000 members")
  public static let zipCompressed = Phrase("zip.compressed", "{member} is compressed; evidence is not")
  public static let zipEncrypted = Phrase("zip.encrypted", "{member} is encrypted")
  public static let zipSplit = Phrase("zip.split", "it is one part of several")
  public static let zipBadName = Phrase("zip.bad-name", "a member has a name that leads elsewhere or is none")
  public static let zipTwice = Phrase("zip.twice", "{member} is there twice")
  public static let zipOverlapping = Phrase(
    "zip.overlapping", "{member} lies in the middle of another member, or behind a gap")
  public static let zipDamaged = Phrase("zip.damaged", "{member} is damaged: its check sum is another")
  public static let zipContradictory = Phrase("zip.contradictory", "its directories contradict each other {member}")
  public static let bundleMissing = Phrase("bundle.missing", "{member} is missing")
  public static let bundleUnknown = Phrase("bundle.unknown", "{member} belongs to no bundle")
  public static let bundleTooLong = Phrase(
    "bundle.too-long", "its keys or states do not begin with the start of the app")
  public static let bundleSeveralPhones = Phrase("bundle.several-phones", "several phones were used")
  public static let bundleConfiguration = Phrase(
    "bundle.configuration",
    "another way to register, an application server, a template or further authorization parameters were configured")
  public static let bundleBrowser = Phrase("bundle.browser", "another browser than the in-app one was used")
  public static let bundleAutoplay = Phrase("bundle.autoplay", "the app pressed its own keys (--autoplay)")
  public static let bundleServer = Phrase("bundle.server", "another server than the embedded one was used")
  public static let bundleUnfinished = Phrase("bundle.unfinished", "it was written before the app knew its keystore")
}
