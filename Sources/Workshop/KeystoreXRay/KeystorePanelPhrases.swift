import Catalogue

/// The panel **Keystore**: the file as its bytes lie, and what each of them is worth to whom.
extension Phrase {
  public static let tabKeystore = Phrase("tab.keystore", "Keystore")
  public static let keyKeystore = Phrase("key.keystore", "keystore")
  public static let keyDamage = Phrase("key.damage", "damage")
  public static let keyGuess = Phrase("key.guess", "break in")

  public static let xrayReading = Phrase("xray.reading", "Reading the keystore…")
  public static let xrayNoneTitle = Phrase("xray.none.title", "Nothing is kept yet")
  public static let xrayNone = Phrase(
    "xray.none",
    "The registration response will rest here, encrypted, as soon as the server has confirmed it: {path}")
  public static let xraySaved = Phrase("xray.saved", "saved {time}, {ago}")
  public static let xrayByDevice = Phrase("xray.by-device", "Opens with device.key beside it (X25519): {time} here")
  public static let xrayByPassphrase = Phrase(
    "xray.by-passphrase", "Opens with a passphrase: scrypt 2^{factor}, {memory}, {time} a try")
  public static let xrayNotMeasured = Phrase("xray.not-measured", "not measured yet")
  public static let xrayModes = Phrase("xray.modes", "folder {folder}, file {file}, key {key}")
  public static let xrayModesWithoutKey = Phrase("xray.modes-without-key", "folder {folder}, file {file}")
  public static let xrayModesOurs = Phrase("xray.modes.ours", "yours alone")
  public static let xrayModesWide = Phrase("xray.modes.wide", "others may read; the next save narrows it")

  // MARK: The secure element
  public static let xrayElement = Phrase("xray.element", "In the secure element")
  public static let xrayElementClient = Phrase("xray.element.client", "signs for this client (private_key_jwt)")
  public static let xrayElementTokens = Phrase("xray.element.tokens", "signs for its tokens (DPoP)")
  public static let xrayElementMade = Phrase("xray.element.made", "made {time}, {ago}")
  public static let xrayElementAsks = Phrase("xray.element.asks", "asks its user each time")
  public static let xrayElementSilent = Phrase("xray.element.silent", "asks nobody")
  public static let xrayElementCaption = Phrase(
    "xray.element.caption",
    "Each by its thumbprint (RFC 7638 §3). The private keys never leave the element: neither this app nor a copy of its folder has them."
  )

  // MARK: Bytes
  public static let xrayBytes = Phrase("xray.bytes", "What the file shows anybody")
  public static let xrayVersion = Phrase("xray.version", "The format, but not the owner.")
  public static let xrayShare = Phrase("xray.share", "For one key; it names nobody.")
  public static let xraySalt = Phrase("xray.salt", "For a passphrase: salt and cost.")
  public static let xrayChecksum = Phrase("xray.checksum", "Tells damage from a wrong key.")
  public static let xrayOtherStanza = Phrase("xray.other-stanza", "No recipient.")
  public static let xraySealedKey = Phrase("xray.sealed-key", "The file's key, sealed for it.")
  public static let xraySum = Phrase("xray.sum", "That sum, SHA-256.")
  public static let xrayBytesCaption = Phrase(
    "xray.bytes.caption",
    "age v1 · Share, salt and nonce are new with each save: no two files look alike. Without the file's key no line can be exchanged unnoticed."
  )
  public static let xrayMAC = Phrase("xray.mac", "HMAC of all above, by that key.")
  public static let xrayNonce = Phrase("xray.nonce", "New with each save.")
  public static let xrayCiphertext = Phrase(
    "xray.ciphertext", one: "The document, ChaCha20-Poly1305.", other: "The document in {count} sealed chunks.")
  public static let xrayTag = Phrase("xray.tag", "A bit changed: all is refused.")

  // MARK: Contents
  public static let xrayContents = Phrase("xray.contents", "What only its key shows")
  public static let xrayContentsMasked = Phrase("xray.contents.masked", "secrets masked")
  public static let xrayContentsRevealed = Phrase("xray.contents.revealed", "revealed")
  public static let xrayLocked = Phrase(
    "xray.locked", "Locked. Nobody has given the passphrase in this run, so the app cannot read it, either.")

  // MARK: Attackers
  public static let xrayAttackers = Phrase("xray.attackers", "What an attacker gets")
  public static let xrayFileAlone = Phrase("xray.file-alone", "The file alone")
  public static let xrayFileAloneDevice = Phrase(
    "xray.file-alone.device",
    "Size, time and kind of protection. To read it takes device.key, or the right one of 2^128 file keys.")
  public static let xrayFileAlonePassphrase = Phrase(
    "xray.file-alone.passphrase",
    "Size, time and kind of protection, and as many guesses as there is patience: {time} and {memory} each. A million of them: {long} on this machine."
  )
  public static let xrayFileAloneUnmeasured = Phrase(
    "xray.file-alone.unmeasured",
    "Size, time and kind of protection, and as many guesses as there is patience, at {memory} each; t measures one.")
  public static let spanMinutes = Phrase("span.minutes", "{count} minutes")
  public static let spanHours = Phrase("span.hours", "{count} hours")
  public static let spanDays = Phrase("span.days", "{count} days")
  public static let xrayWholeFolder = Phrase("xray.whole-folder", "The whole folder")
  public static let xrayWholeFolderDevice = Phrase(
    "xray.whole-folder.device",
    "Everything: device.key lies beside the file. A phone keeps such a key in its secure hardware; a copied folder is a copied client."
  )
  public static let xrayWholeFolderElement = Phrase(
    "xray.whole-folder.element",
    "All that is kept, but not the client: its key is in the secure element, and without it a copied folder cannot sign in."
  )
  public static let xrayWholeFolderPassphrase = Phrase(
    "xray.whole-folder.passphrase", "No more than the file alone: nothing beside it opens it.")
  public static let xrayWholeFolderKeyMissing = Phrase(
    "xray.whole-folder.key-missing", "No more than the file alone: device.key is not there.")
  public static let xrayAccount = Phrase("xray.account", "Your account, while the app runs")
  public static let xrayAccountAll = Phrase("xray.account.all", "Everything. No file format protects from that.")
  public static let xrayWayOut = Phrase(
    "xray.way-out",
    "RFC 6819 §5.2.3.6 · Was something copied? Revoke the client at the server: this instance loses its registration, no other one does."
  )

  // MARK: Trials
  public static let trialDamaged = Phrase("trial.damaged", "Byte {offset}, {part}: {before} became {after}, on a copy.")
  public static let trialPartRecipient = Phrase("trial.part.recipient", "the sealed file key")
  public static let trialPartMAC = Phrase("trial.part.mac", "the header's MAC")
  public static let trialPartPayload = Phrase("trial.part.payload", "the encrypted document")
  public static let trialPartTag = Phrase("trial.part.tag", "the last tag")
  public static let trialGuessDevice = Phrase(
    "trial.guess.device", "A thief with the file alone opens a copy with a new key of his own.")
  public static let trialGuessPassphrase = Phrase(
    "trial.guess.passphrase", "A thief with the file alone tries the first password of every list, {guess}.")
  public static let trialRefused = Phrase("trial.refused", "Refused after {time}: {title} ({code}).")
  public static let trialUntouched = Phrase("trial.untouched", "The keystore itself is as it was.")
  public static let trialOpened = Phrase(
    "trial.opened", "It opened after {time}. Choose another passphrase: `dcr-terminal keystore passphrase`.")
  public static let trialNotNoticed = Phrase(
    "trial.not-noticed", "It opened all the same. That must not be: report it.")
  public static let trialPending = Phrase("trial.pending", "Trying…")
  public static let trialNothing = Phrase("trial.nothing", "There is no such part, or no file any more.")
  public static let trialFailed = Phrase("trial.failed", "Not tried: {why}.")
  public static let trialNeedsPassphrase = Phrase(
    "trial.needs-passphrase", "Not tried: locked, a sound copy would be refused, too. t tries it as a thief.")
}
