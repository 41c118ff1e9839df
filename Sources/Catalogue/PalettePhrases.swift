/// The palette: everything that can be done, by name, and why something cannot be done now.
extension Phrase {
  public static let keyPalette = Phrase("key.palette", "actions")
  public static let keyClosePalette = Phrase("key.close-palette", "close")
  public static let keyPaletteDo = Phrase("key.palette-do", "do it")
  public static let keyPaletteNext = Phrase("key.palette-next", "next")
  public static let keyPalettePrevious = Phrase("key.palette-previous", "previous")
  public static let paletteTitle = Phrase("palette.title", "Actions")
  public static let paletteHint = Phrase("palette.hint", "type what you want to do")
  public static let paletteCount = Phrase("palette.count", "{number} of {all}")
  public static let paletteFindsNothing = Phrase(
    "palette.finds-nothing", "Nothing is called “{text}”. Backspace takes letters back, Esc closes the list.")

  public static let beginningKeys = Phrase(
    "beginning.keys", "{first} to {last} open panels; ? lists the keys, : finds everything.")

  public static let keyNameControl = Phrase("key-name.control", "Ctrl-{key}")
  public static let keyNameBacktab = Phrase("key-name.backtab", "Shift-Tab")

  public static let plainOff = Phrase("plain.off", "{name}: not now, {reason}")

  // Why something cannot be done now.
  public static let reasonPanel = Phrase("reason.panel", "in the panel {name}: {keys}")
  public static let reasonPhone = Phrase("reason.phone", "on the phone: {keys}")
  public static let reasonCovered = Phrase("reason.covered", "not while the gallery lies over it")
  public static let reasonPast = Phrase("reason.past", "not while you look back")
  public static let reasonHeld = Phrase("reason.held", "its key belongs to step mode now")
  public static let reasonTyping = Phrase("reason.typing", "letters are typed into the field")
  public static let reasonTerminal = Phrase("reason.terminal", "the terminal does it: press the key")
  public static let reasonEnd = Phrase("reason.end", "there is no more of it")
  public static let reasonSheet = Phrase("reason.sheet", "first close what the phone shows")
  public static let reasonUnderWay = Phrase("reason.under-way", "something is under way")
  public static let reasonNothingUnderWay = Phrase("reason.nothing-under-way", "nothing is under way")
  public static let reasonKeystore = Phrase("reason.keystore", "the keystore is not open")
  public static let reasonRegistered = Phrase("reason.registered", "the app has a client already")
  public static let reasonUnregistered = Phrase("reason.unregistered", "the app has no client yet")
  public static let reasonSignedIn = Phrase("reason.signed-in", "somebody is signed in")
  public static let reasonSignedOut = Phrase("reason.signed-out", "nobody is signed in")
  public static let reasonApplicationServer = Phrase(
    "reason.application-server", "the application server keeps the tokens")
  public static let reasonNothingToForget = Phrase("reason.nothing-to-forget", "there is nothing to forget")
  public static let reasonStage = Phrase("reason.stage", "not before an audience; --bench allows it")
  public static let reasonPresenter = Phrase("reason.presenter", "never in presenter mode")
}
