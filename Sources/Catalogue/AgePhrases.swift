/// What `dcr-terminal age` and `dcr-terminal keystore` say on the command line.
extension Phrase {
  // MARK: age
  public static let optionRecipient = Phrase("option.recipient", "Public key (age1…) to encrypt to. May be repeated.")
  public static let optionOutput = Phrase(
    "option.output", "File to write, whole or not at all, readable by you alone. (default: standard output)")
  public static let ageRecipientOption = Phrase("age.recipient-option", "--recipient {value}")

  // MARK: keystore
  public static let optionKeystorePassphraseFile = Phrase(
    "option.keystore.passphrase-file", "File with the keystore's passphrase. (default: ask on the terminal)")

  public static let keystoreEmpty = Phrase("keystore.empty", "Nothing is saved for device “{device}” yet.")
  public static let keystoreRowFile = Phrase("keystore.row.file", "File")
  public static let keystoreRowProtection = Phrase("keystore.row.protection", "Protection")
  public static let keystoreRowIssuer = Phrase("keystore.row.issuer", "Issuer")
  public static let keystoreRowClient = Phrase("keystore.row.client", "Client id")
  public static let keystoreRowSecret = Phrase("keystore.row.secret", "Client secret")
  public static let keystoreRowRegistered = Phrase("keystore.row.registered", "Registered")
  public static let keystoreRowExpires = Phrase("keystore.row.expires", "Secret expires")
  public static let keystoreRowSaved = Phrase("keystore.row.saved", "Last saved")
  public static let keystoreRowIDToken = Phrase("keystore.row.id-token", "ID token")
  public static let keystoreKeptForStart = Phrase(
    "keystore.kept-for-start", "kept, to sign in silently at the next start")
  public static let keystoreRowRefreshToken = Phrase("keystore.row.refresh-token", "Refresh token")
  public static let keystoreFileSize = Phrase("keystore.file-size", "{path}, {size} bytes")
  public static let keystoreByDevice = Phrase("keystore.by-device", "device: the key in device.key beside it opens it")
  public static let keystoreByPassphrase = Phrase(
    "keystore.by-passphrase", "passphrase: scrypt with work factor {factor}")
  public static let keystoreNone = Phrase("keystore.none", "none")
  public static let keystoreStaticClient = Phrase("keystore.static-client", "never; the client is a static one")
  public static let keystoreNever = Phrase("keystore.never", "never")
  public static let keystoreKept = Phrase("keystore.kept", "kept, as a hint for the next login")
  public static let keystoreGood = Phrase(
    "keystore.good", "The keystore is good: it opens, all of it is authentic, and it holds client {client} of {issuer}."
  )
  public static let keystoreAskPassphrase = Phrase("keystore.ask.passphrase", "Keystore passphrase:")
  public static let keystoreAskNew = Phrase("keystore.ask.new", "New passphrase:")
  public static let keystoreAskAgain = Phrase("keystore.ask.again", "The same again:")
  public static let keystoreNowPassphrase = Phrase(
    "keystore.now-passphrase", "The keystore now opens with the new passphrase alone. device.key is gone.")
  public static let keystoreNowDevice = Phrase(
    "keystore.now-device", "The keystore now opens with a new key in device.key, and no passphrase.")
  public static let keystoreErased = Phrase(
    "keystore.erased", "Erased: {files}. The next start begins with a registration.")
  public static let keystoreNothingToErase = Phrase("keystore.nothing-to-erase", "There was nothing to erase.")
}
