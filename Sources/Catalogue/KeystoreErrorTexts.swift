extension ErrorText {
  /// What Keystore raises. `{path}` is the file concerned, `{detail}` what was found there.
  static let keystoreErrors: [ErrorText] =
    ageErrors + [
      ErrorText(
        "keystore_wrong_key", "the keystore does not open",
        "the device.key beside {path} is not the one that it was saved with",
        hint: "put the right device.key back from a backup, or start over with `dcr-terminal keystore reset`"),
      ErrorText(
        "keystore_wrong_passphrase", "the keystore does not open", "this is not the passphrase of {path}",
        hint: "try again; if the passphrase is lost, start over with `dcr-terminal keystore reset`"),
      ErrorText(
        "keystore_key_missing", "the keystore's key is missing",
        "{path} is not there, and the keystore opens with nothing else",
        hint: "put the file back from a backup, or start over with `dcr-terminal keystore reset`"),
      ErrorText(
        "keystore_damaged_key", "the keystore's key is damaged", "{path} holds no usable identity: {detail}",
        hint: "put the file back from a backup, or start over with `dcr-terminal keystore reset`"),
      ErrorText(
        "keystore_damaged_header", "the keystore is damaged", "the header of {path} does not check out: {detail}",
        hint: "put the file back from a backup, or start over with `dcr-terminal keystore reset`"),
      ErrorText(
        "keystore_damaged_payload", "the keystore is damaged",
        "the encrypted part of {path} does not check out: {detail}",
        hint: "put the file back from a backup, or start over with `dcr-terminal keystore reset`"),
      ErrorText(
        "keystore_damaged_document", "the keystore's document is wrong",
        "{path} opens, but what it holds is not a keystore document: {detail}",
        hint: "put the file back from a backup, or start over with `dcr-terminal keystore reset`"),
      ErrorText(
        "keystore_newer_version", "the keystore is newer than this program", "{detail}",
        hint: "use the newer dcr-terminal that wrote it, or another device with `--device NAME`"),
      ErrorText(
        "keystore_symlink", "the keystore is behind a symbolic link",
        "{path} is a link, and links are not followed there, because somebody else could redirect them",
        hint: "put the real file or folder in its place, or name another folder with `--data-dir`"),
      ErrorText(
        "keystore_permissions", "the keystore's permissions are unsafe", "{path}: {detail}",
        hint: "make it your own with `chmod go= {path}`; if others could read the key, start over with `keystore reset`"
      ),
      ErrorText(
        "keystore_unreadable", "the keystore cannot be read", "{path}: {detail}",
        hint: "check that the file is yours and readable, or name another folder with `--data-dir`"),
      ErrorText(
        "keystore_unwritable", "the keystore cannot be written", "{path}: {detail}",
        hint:
          "check that the folder is yours and writable, or name another with `--data-dir`; what was saved before is unchanged"
      ),
      ErrorText(
        "keystore_no_space", "the disk is full", "the keystore could not be saved to {path}: {detail}",
        hint: "free some space and try again; what was saved before is unchanged"),
      ErrorText(
        "keystore_locked", "the keystore is in use", "{path}: {detail}",
        hint: "close the other dcr-terminal that uses this device, or name another with `--device`"),
      ErrorText(
        "keystore_protection_changed", "the keystore was exchanged while the app was running",
        "what protects {path} now is not what this app opened it with; nothing was read from it or written to it",
        hint: "put keystore.age and device.key back as they were; if you exchanged them yourself, start the app again"),
      ErrorText(
        "keystore_passphrase_needed", "the keystore is locked", "{path} opens with a passphrase, and none was given",
        hint:
          "enter the passphrase, or name a file that holds it with `--keystore-passphrase-file` (`--passphrase-file` of the keystore commands)"
      ),
      ErrorText(
        "keystore_work_factor", "the keystore asks for too much work",
        "opening {path} would take more memory or time than is sensible: {detail}",
        hint: "put the file back from a backup: dcr-terminal never writes one like it"),
      ErrorText(
        "keystore_too_large", "the keystore is too large", "{path}: {detail}",
        hint: "put the file back from a backup, or start over with `dcr-terminal keystore reset`"),
    ]
}

extension ErrorText {
  /// What AgeFormat raises on its own, in `dcr-terminal age`.
  private static let ageErrors: [ErrorText] = [
    ErrorText(
      "age_not_an_age_file", "this is no age file", "{path}: {detail}",
      hint: "check the file's name; age files begin with age-encryption.org/v1 or with armor"),
    ErrorText(
      "age_unsupported_version", "this age file has another version", "{path}: {detail}",
      hint: "if it should be version 1, copy it again as binary: a text filter may have changed its line ends"),
    ErrorText(
      "age_damaged_armor", "the armor is damaged", "{path}: {detail}",
      hint: "copy it again, from its BEGIN line to its END line and nothing changed in between"),
    ErrorText(
      "age_damaged_header", "the header is damaged", "{path}: {detail}",
      hint: "get the file again; nothing of it was decrypted"),
    ErrorText(
      "age_header_too_large", "the header is too large", "{path}: {detail}",
      hint: "get the file from somebody you trust; this looks like an attack"),
    ErrorText(
      "age_damaged_payload", "the content is damaged", "{path}: {detail}",
      hint: "get the file again; the key is right, and nothing was released"),
    ErrorText(
      "age_truncated", "the file is cut off", "{path}: {detail}",
      hint: "get the whole file; the key is right, and nothing was released"),
    ErrorText(
      "age_wrong_key", "the key does not fit", "{path} is encrypted to other keys than those given",
      hint: "name the right identity file with `--identity`; it may be named several times"),
    ErrorText(
      "age_wrong_passphrase", "the passphrase does not fit", "{path} is encrypted with another passphrase",
      hint: "check the file named with `--passphrase-file`; capital letters and spaces count"),
    ErrorText(
      "age_passphrase_needed", "a passphrase is needed", "{path} is encrypted with a passphrase, and none was given",
      hint: "name a file that holds it with `--passphrase-file`"),
    ErrorText(
      "age_identity_needed", "a key is needed", "{path} is encrypted to keys, and none was given",
      hint: "name your identity file with `--identity`"),
    ErrorText(
      "age_work_factor", "the scrypt work factor is not acceptable", "{path}: {detail}",
      hint: "ask the sender for a file with a factor of 22 at most; 18 is usual"),
    ErrorText(
      "age_not_enough_memory", "there is not enough memory", "{path}: {detail}",
      hint: "close other programs and try again"),
    ErrorText(
      "age_passphrase_not_alone", "a passphrase has company", "{path}: {detail}",
      hint: "use either one passphrase or keys"),
    ErrorText(
      "age_invalid_recipient", "the recipient is wrong", "{path}: {detail}",
      hint: "give a public key that begins with age1; `age-keygen -y FILE` prints it"),
    ErrorText(
      "age_invalid_identity", "the identity file is wrong", "{path}: {detail}",
      hint: "name a file with an AGE-SECRET-KEY-1 line, as `age-keygen` writes it"),
    ErrorText(
      "age_invalid_passphrase", "the passphrase file is wrong", "{path}: {detail}",
      hint: "put the passphrase in the file's only line"),
    ErrorText(
      "age_no_recipient", "nobody could open the file", "no recipient was given",
      hint: "name one with `--recipient`, `--identity` or `--passphrase-file`"),
    ErrorText(
      "age_too_large", "the content is too large", "{path}: {detail}", hint: "decrypt it to a file with `--output`"),
    ErrorText(
      "age_unreadable", "the file cannot be read", "{path}: {detail}",
      hint: "check that the file is there and that you may read it"),
    ErrorText(
      "age_unwritable", "the output cannot be written", "{path}: {detail}",
      hint: "check that its folder is there and that you may write to it"),
    ErrorText(
      "age_no_space", "the disk is full", "{path}: {detail}",
      hint: "free some space, or name another place with `--output`"),
    ErrorText(
      "age_binary_to_terminal", "this would upset your terminal", "the output is not plain text",
      hint: "name a file with `--output`, or send the output into another program"),
  ]
}
