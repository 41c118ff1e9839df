/// The list of phones on this machine.
extension Phrase {
  public static let phonesTitle = Phrase("phones.title", "Phones on this machine")
  public static let phonesExplanation = Phrase(
    "phones.explanation", "Each has its own keystore and its own browser. They share the identity server.")
  public static let phoneChoice = Phrase("phones.choice", "{mark} {name} · {condition}")
  public static let phoneFresh = Phrase("phones.condition.fresh", "no client yet")
  public static let phoneRegistered = Phrase("phones.condition.registered", "client {client}")
  public static let phoneSignedIn = Phrase("phones.condition.signed-in", "signed in, {client}")
  public static let phoneUnopened = Phrase("phones.condition.unopened", "switched off")
  public static let phoneLocked = Phrase("phones.condition.locked", "locked")
  public static let phoneDamaged = Phrase("phones.condition.damaged", "keystore damaged")
  public static let addPhone = Phrase("phones.add", "Add a Phone")
  public static let clonePhone = Phrase("phones.clone", "Clone This Phone")
  public static let phoneCloned = Phrase(
    "phones.cloned",
    "{to} has a copy of {from}'s keystore and key: for the server both are one client. Revoke it, and both are out.")
  public static let keyPhones = Phrase("key.phones", "phones")
  public static let keyTake = Phrase("key.take", "take it")
  public static let keyStay = Phrase("key.stay", "stay here")
}

extension ErrorText {
  /// What taking, adding and cloning phones raises.
  static let phoneErrors: [ErrorText] = [
    ErrorText(
      "phone_is_busy", "this phone is busy", "something is under way on the phone “{received}”",
      hint: "wait until it has ended, or cancel it with Esc"),
    ErrorText(
      "too_many_phones", "that are enough phones", "there are six phones already, and more do not fit this list",
      hint: "start dcr-terminal with --device NAME for another one, or remove a folder below devices/"),
    ErrorText(
      "phone_not_cloned", "the phone was not cloned", "{path}: {detail}",
      hint: "see that the disk has room and that you may write there, then try again"),
  ]
}
