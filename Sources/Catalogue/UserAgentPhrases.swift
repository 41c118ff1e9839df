/// What is said around external user agents: by hand, and at the loopback port.
extension Phrase {
  // MARK: By hand
  public static let manualOpenThis = Phrase("manual.open-this", "Open this address in a browser, on any machine:")
  public static let manualTunnel = Phrase(
    "manual.tunnel",
    "If the browser runs on another machine than this program, run this there first, so that its redirect arrives here:"
  )
  public static let manualPaste = Phrase(
    "manual.paste",
    """
    At the end the browser is sent to an address that begins with {uri}
    Copy that address from the browser, paste it here and press Enter. It holds a code, so it is not shown.
    Enter alone cancels.
    """)
  public static let manualPrompt = Phrase("manual.prompt", "Address: ")
  public static let manualNotTheAnswer = Phrase(
    "manual.not-the-answer",
    """
    This is the address of another login: its state is not the one of this request.
    Finish the login at the address above and paste what that one ends with, or press Enter alone to cancel.
    Address:
    """)
  public static let manualNotTheRedirect = Phrase(
    "manual.not-the-redirect",
    """
    This is not the address: it has to begin with {uri}
    Paste it again, or press Enter alone to cancel.
    Address:
    """)

  // MARK: At the loopback port
  public static let loopbackTitle = Phrase("loopback.title", "You can return to the app")
  public static let loopbackText = Phrase(
    "loopback.text", "DCR Terminal has received the browser's answer. You can close this page.")
  public static let loopbackStrayTitle = Phrase("loopback.stray.title", "Nothing to see here")
  public static let loopbackStrayText = Phrase(
    "loopback.stray.text", "DCR Terminal waits at this address for the end of a login, and for nothing else.")
}
