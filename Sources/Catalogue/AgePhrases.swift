/// What `dcr-terminal age` and `dcr-terminal keystore` say on the command line.
extension Phrase {
  // MARK: age
  public static let ageAbstract = Phrase("command.age", "Encrypt and decrypt files in the age format.")
  public static let ageEncryptAbstract = Phrase("command.age.encrypt", "Encrypt a file to keys or with a passphrase.")
  public static let ageDecryptAbstract = Phrase(
    "command.age.decrypt", "Decrypt a file. Nothing is released before all of it has been found authentic.")
  public static let optionRecipient = Phrase("option.recipient", "Public key (age1…) to encrypt to. May be repeated.")
  public static let optionIdentity = Phrase(
    "option.identity", "File with private keys: opens a file, or encrypts to their public keys. May be repeated.")
  public static let optionPassphraseFile = Phrase(
    "option.passphrase-file", "File whose only line is the passphrase.")
  public static let optionOutput = Phrase(
    "option.output", "File to write, whole or not at all, readable by you alone. (default: standard output)")
  public static let argumentInput = Phrase("argument.input", "File to read. (default: standard input)")
  public static let ageKeysOrPassphrase = Phrase(
    "age.keys-or-passphrase", "--passphrase-file cannot be combined with --identity or --recipient")
  public static let ageNoKey = Phrase("age.no-key", "name what opens the file with --identity or --passphrase-file")
  public static let ageNoRecipient = Phrase(
    "age.no-recipient", "name who may open the file with --recipient, --identity or --passphrase-file")
  public static let ageRecipientOption = Phrase("age.recipient-option", "--recipient {value}")
  public static let ageStandardInput = Phrase("age.standard-input", "standard input")
  public static let ageStandardOutput = Phrase("age.standard-output", "standard output")

  // MARK: keystore
  public static let keystoreAbstract = Phrase("command.keystore", "Look at, check, reset, export or lock the keystore.")
  public static let keystoreShowAbstract = Phrase(
    "command.keystore.show", "Show what the keystore holds, secrets masked.")
  public static let keystoreVerifyAbstract = Phrase(
    "command.keystore.verify", "Check that the keystore opens and is whole.")
  public static let keystoreResetAbstract = Phrase(
    "command.keystore.reset", "Erase the keystore and its key. The app then starts with a registration.")
  public static let keystoreExportAbstract = Phrase(
    "command.keystore.export", "Write the keystore's document: masked, revealed, or encrypted for somebody.")
  public static let keystorePassphraseAbstract = Phrase(
    "command.keystore.passphrase", "Set, change or remove the keystore's passphrase.")
  public static let optionKeystorePassphraseFile = Phrase(
    "option.keystore.passphrase-file", "File with the keystore's passphrase. (default: ask on the terminal)")
  public static let optionNewPassphraseFile = Phrase(
    "option.keystore.new-passphrase-file", "File with the new passphrase. (default: ask on the terminal)")
  public static let optionRemovePassphrase = Phrase(
    "option.keystore.remove", "No passphrase any more: a key file beside the keystore opens it.")
  public static let optionToPassphraseFile = Phrase(
    "option.keystore.to-passphrase-file", "Encrypt the export with the passphrase in this file.")
  public static let optionYes = Phrase("option.yes", "Do not ask.")

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
  public static let keystoreNotTheSame = Phrase(
    "keystore.not-the-same", "the two passphrases differ; nothing was changed")
  public static let keystoreNoNewPassphrase = Phrase(
    "keystore.no-new-passphrase", "no new passphrase was given: name a file with --new-passphrase-file, or use --remove"
  )
  public static let keystoreRemoveOrNew = Phrase(
    "keystore.remove-or-new", "--remove and --new-passphrase-file exclude each other")
  public static let keystoreOneTarget = Phrase(
    "keystore.one-target", "an export is encrypted either to --recipient or with --to-passphrase-file")
  public static let keystoreNowPassphrase = Phrase(
    "keystore.now-passphrase", "The keystore now opens with the new passphrase alone. device.key is gone.")
  public static let keystoreNowDevice = Phrase(
    "keystore.now-device", "The keystore now opens with a new key in device.key, and no passphrase.")
  public static let keystoreAskReset = Phrase(
    "keystore.ask.reset", "Erase the keystore of device “{device}”? The server keeps its client. [y/N]")
  public static let keystoreNeedsYes = Phrase(
    "keystore.needs-yes", "keystore reset needs --yes where nobody can be asked")
  public static let keystoreNotErased = Phrase("keystore.not-erased", "Nothing was erased.")
  public static let keystoreErased = Phrase(
    "keystore.erased", "Erased: {files}. The next start begins with a registration.")
  public static let keystoreNothingToErase = Phrase("keystore.nothing-to-erase", "There was nothing to erase.")
}
