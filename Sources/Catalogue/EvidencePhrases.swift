/// Evidence and its replay.
extension Phrase {
  public static let keyEvidence = Phrase("key.evidence", "write evidence")
  public static let evidenceTitle = Phrase("evidence.title", "Evidence")
  public static let evidenceDone = Phrase("evidence.done", "Written for whoever looks into this:")
  public static let evidenceHolds = Phrase(
    "evidence.holds", "Screens of the last minute, keys, messages, states and versions; nothing secret.")
  public static let evidenceReadme = Phrase(
    "evidence.readme",
    """
    Evidence of DCR Terminal {version}, written {time} on the device {device}, issuer {issuer}.

    screens/        what the app showed in the last minute: text and SVG. Nothing of the browser, which the app does not see;
                    manifest.json says when the browser had the terminal
    keys.json       the keys that were pressed in the app; what went into a field is not there
    states.json     the states that the app went through, with what led to each
    messages.txt    every message between app, browser, server and keystore, a line each
    messages.har    the same as an HTTP Archive, for a browser's developer tools
    config.json     the configuration; settings.json what became of it
    versions.json   of the program and what it runs on
    manifest.json   what this file is, for programs

    Secrets are masked everywhere. To bring the app through the same steps again:

        dcr-terminal replay FILE.zip
    """)

  public static let replayAbstract = Phrase(
    "command.replay", "Bring the app through the steps of a bundle of evidence, and say where it goes another way.")
  public static let replayDiscussion = Phrase(
    "command.replay.discussion",
    """
    The app is started on a new device with an identity server of its own, and gets the keys of the bundle, each when it has come to \
    the state in which it was pressed. In the browser the demo user logs in, or cancels where that was done. The exit code is 0 when the app went through \
    the same states, 1 when it did not, and 65 when the bundle cannot be used.
    """)
  public static let argumentBundle = Phrase("argument.bundle", "The bundle: evidence-….zip, as E writes it in the app.")
  public static let replayBegins = Phrase(
    "replay.begins", "{path}: {keys} keys, {changes} changes of state; the device is {device}")
  public static let replaySame = Phrase("replay.same", "{number}  {from} → {to} ({cause})")
  public static let replayDiffers = Phrase("replay.differs", "{number}  {expected}, but now {actual}")
  public static let replayNothing = Phrase("replay.nothing", "nothing")
  public static let replayEndsSame = Phrase("replay.ends.same", "The app went the same way.")
  public static let replayEndsDifferent = Phrase("replay.ends.different", "The app went another way. It ended here:")
  public static let replayStuck = Phrase("replay.stuck", "the app ended before all keys were pressed")

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
  public static let bundleNotJSON = Phrase("bundle.not-json", "{member} is no JSON")
  public static let bundleWrong = Phrase("bundle.wrong", "{member}: “{field}” is not what the format says")
  public static let bundleUnknown = Phrase("bundle.unknown", "{member} belongs to no bundle")
  public static let bundleTooLong = Phrase(
    "bundle.too-long", "its keys or states do not begin with the start of the app")
  public static let bundleSeveralPhones = Phrase("bundle.several-phones", "several phones were used")
  public static let bundleConfiguration = Phrase(
    "bundle.configuration", "another way to register, or an application server, was configured")
  public static let bundleServer = Phrase("bundle.server", "another server than the embedded one was used")
  public static let bundleUnfinished = Phrase("bundle.unfinished", "it was written before the app knew its keystore")
}

extension ErrorText {
  /// What `replay` raises.
  public static let replayErrors: [ErrorText] = [
    ErrorText(
      "bundle_unreadable", "the evidence cannot be replayed", "{path}: {detail}",
      hint: "name a file evidence-….zip, as the key E writes it in the app"),
    ErrorText(
      "bundle_unusable", "the evidence cannot be replayed", "{path}: {detail}",
      hint: "take the file as the app wrote it, neither packed anew nor changed"),
    ErrorText(
      "bundle_version", "the evidence cannot be replayed",
      "{path} is of version {received} of the format; this program knows version {expected}",
      hint: "replay it with the DCR Terminal that wrote it"),
    ErrorText(
      "bundle_not_replayable", "the evidence cannot be replayed", "{path}: {detail}",
      hint: "read what is in it; README.txt says what each file is"),
  ]
}
