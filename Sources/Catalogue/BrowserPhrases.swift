/// The in-app browser.
extension Phrase {
  // Around the page.
  public static let browserBanner = Phrase(
    "browser.banner", "You have left the app. It cannot see this page or these keys.")
  public static let browserBannerShort = Phrase("browser.banner.short", "Outside the app: it sees none of this")
  public static let browserDone = Phrase("browser.done", "Done")
  public static let browserVerifiedBy = Phrase("browser.verified-by", "verified by {issuer}")
  public static let browserHostInternational = Phrase("browser.host.international", "international name: {name}")
  public static let browserHostResembles = Phrase("browser.host.resembles", "this is not {host}")
  public static let browserHostTooLong = Phrase("browser.host.too-long", "too long to be shown whole")
  public static let browserConnecting = Phrase("browser.connecting", "connecting")
  public static let browserNotEncrypted = Phrase("browser.not-encrypted", "not encrypted, on this machine only")
  public static let browserNotPrivate = Phrase("browser.not-private", "not private")

  // Loading.
  public static let browserLoading = Phrase("browser.loading", "Loading {host}")
  public static let browserSending = Phrase("browser.sending", "Sending to {host}")
  public static let browserElapsed = Phrase("browser.elapsed", "{seconds} s")
  public static let browserCancel = Phrase("browser.cancel", "Cancel")
  public static let browserCancelled = Phrase("browser.cancelled", "Cancelled. Nothing more was sent.")

  // What a page cannot say itself.
  public static let browserTryAgain = Phrase("browser.try-again", "Try Again")
  public static let browserAwaitsServer = Phrase(
    "browser.awaits-server", "As soon as the server answers, the page opens by itself.")
  public static let browserLeave = Phrase("browser.leave", "Leave")
  public static let browserOpenSystem = Phrase("browser.open-system", "Open in the System Browser")
  public static let browserNeedsJavaScriptTitle = Phrase("browser.javascript.title", "This page needs JavaScript")
  public static let browserNeedsJavaScript = Phrase(
    "browser.javascript",
    "{host} sent a page that is built by scripts. The in-app browser runs none, so there is nothing to show.")
  public static let browserSystemOpenedTitle = Phrase("browser.system-opened.title", "Go on in the system browser")
  public static let browserSystemOpened = Phrase(
    "browser.system-opened", "The login was opened there from its start. When it ends, that browser calls the app.")
  public static let browserSystemMissing = Phrase(
    "browser.system-missing", "No system browser could be started on this machine.")
  public static let browserNoClickThrough = Phrase(
    "browser.no-click-through", "What you type here could be read by somebody else. That is why you cannot go on.")
  public static let browserEmptyPage = Phrase("browser.empty-page", "The server answered {status} without a page.")
  public static let browserTruncated = Phrase("browser.truncated", "The page is too large. Its end is not shown.")
  public static let browserFileUnsupported = Phrase("browser.file", "{label}: files cannot be sent from here")
  public static let browserContinue = Phrase("browser.continue", "Continue")
  public static let browserSubmit = Phrase("browser.submit", "Submit")
  public static let browserReset = Phrase("browser.reset", "Reset")
  public static let browserPasswordInAddress = Phrase(
    "browser.password.in-address", "This form puts the password into an address, where logs and histories keep it.")
  public static let browserPasswordNotEncrypted = Phrase(
    "browser.password.not-encrypted", "This form sends the password to {host} unencrypted.")
  public static let browserPasswordElsewhere = Phrase(
    "browser.password.elsewhere", "This form sends the password to {host}, not to this page's server.")
  public static let browserFieldMissing = Phrase("browser.field-missing", "Please fill in: {label}")
  public static let browserEmpty = Phrase("browser.select.empty", "choose")

  // The end.
  public static let browserSilentTitle = Phrase("browser.silent.title", "Signed in automatically")
  public static let browserSilent = Phrase("browser.silent", "The SSO cookie of the first login was sent.")
  public static let browserSilentLine = Phrase(
    "browser.silent.line", "Signed in automatically: the SSO cookie of the first login was sent")
  public static let browserSignedOutTitle = Phrase("browser.signed-out.title", "Signed out")
  public static let browserSignedOut = Phrase(
    "browser.signed-out", "The server has ended this browser's session. The next login asks for the password again.")
  public static let browserSignedOutLine = Phrase(
    "browser.signed-out.line", "Signed out: the server has ended this browser's session")
  public static let browserReturning = Phrase("browser.returning", "Returning to the app")
  public static let browserAnyKey = Phrase("browser.any-key", "Press any key to return to the app")

  // The panel.
  public static let browserCookies = Phrase("browser.panel.cookies", "Cookies in this browser")
  public static let browserNoCookies = Phrase("browser.panel.no-cookies", "none yet")
  public static let browserSSOSession = Phrase("browser.panel.sso-session", "SSO session")
  public static let browserSent = Phrase("browser.panel.sent", "sent with this request")
  public static let browserNotSent = Phrase("browser.panel.not-sent", "not sent")
  public static let browserUntilCleared = Phrase("browser.panel.until-cleared", "until cleared")
  public static let browserUntil = Phrase("browser.panel.until", "until {date}")
  public static let browserCertificate = Phrase("browser.panel.certificate", "Certificate")
  public static let browserNoCertificate = Phrase("browser.panel.no-certificate", "no verified connection")
  public static let browserSubject = Phrase("browser.panel.subject", "Issued to")
  public static let browserIssuer = Phrase("browser.panel.issuer", "Issued by")
  public static let browserValid = Phrase("browser.panel.valid", "Valid")
  public static let browserValidity = Phrase("browser.panel.validity", "{from} to {to}")
  public static let browserNames = Phrase("browser.panel.names", "For")
  public static let browserFingerprint = Phrase("browser.panel.fingerprint", "SHA-256")
  public static let browserHistory = Phrase("browser.panel.history", "Where this browser has been")
  public static let browserHistoryHandedOver = Phrase("browser.panel.handed-over", "for the app")
  public static let browserHistoryWaiting = Phrase("browser.panel.waiting", "waiting")
  public static let browserCookieSet = Phrase("browser.panel.set", "set {name}")
  public static let browserCookieRemoved = Phrase("browser.panel.removed", "removed {name}")
  public static let browserCookieRefused = Phrase("browser.panel.refused", "refused {name}")
  public static let browserCookiesSent = Phrase("browser.panel.sent-names", "sent {names}")

  // The keys.
  public static let browserKeyNext = Phrase("browser.key.next", "next")
  public static let browserKeyPress = Phrase("browser.key.press", "go")
  public static let browserKeyLeave = Phrase("browser.key.leave", "leave")
  public static let browserKeyReturn = Phrase("browser.key.return", "back to the app")
  public static let browserKeyTick = Phrase("browser.key.tick", "tick")
  public static let browserKeyChoose = Phrase("browser.key.choose", "choose")
  public static let browserKeyClose = Phrase("browser.key.close", "close")
  public static let browserKeyDetails = Phrase("browser.key.details", "cookies, certificate")
  public static let browserKeyDetailsShort = Phrase("browser.key.details.short", "info")
  public static let browserKeyPage = Phrase("browser.key.page", "page")

  // Lines instead of a screen.
  public static let browserPlainPage = Phrase("browser.plain.page", "Page: {title}")
  public static let browserPlainAddress = Phrase("browser.plain.address", "Address: {address}")
  public static let browserPlainAlert = Phrase("browser.plain.alert", "Attention: {text}")
  public static let browserPlainButtons = Phrase(
    "browser.plain.buttons", "Type the number of what to press:")
  public static let browserPlainHelp = Phrase(
    "browser.plain.help",
    "Each field of the page is asked for: type what stands in it, then Enter; Enter alone leaves it as it is. Then type the number of what to press. 0 there, and “back” or q everywhere, lead back to the app; “again” reads the page again, “help” or ? this. A space before these words makes them text. In a password they are text."
  )
  public static let browserPlainLink = Phrase("browser.plain.link", "link: {text}")
  public static let browserPlainButton = Phrase("browser.plain.button", "button: {text}")
  public static let browserPlainHidden = Phrase("browser.plain.hidden", "what you type is not shown")
  public static let browserPlainYes = Phrase("browser.plain.yes", "y or n")
  public static let browserPlainUnknown = Phrase("browser.plain.unknown", "There is no such number.")
  public static let browserPlainError = Phrase("browser.plain.error", "Error: {text}")
  public static let browserPlainRetry = Phrase("browser.plain.retry", "Try again? y or n:")
  public static let browserPlainRequired = Phrase("browser.plain.required", "required")

  // What the headless mode says of a page.
  public static let browserSightFieldsAndButtons = Phrase(
    "browser.sight", "the page \"{title}\" with the fields {fields} and the buttons {buttons}")
  public static let browserSightFields = Phrase(
    "browser.sight.fields", "the page \"{title}\" with the fields {fields} and no button")
  public static let browserSightButtons = Phrase(
    "browser.sight.buttons", "the page \"{title}\" with the buttons {buttons} and no field")
  public static let browserSightNothing = Phrase(
    "browser.sight.nothing", "the page \"{title}\" without fields and buttons")
  public static let browserSightAlert = Phrase("browser.sight.alert", "{sight}, and it says {words}")
  public static let browserSightMore = Phrase("browser.sight.more", "{names} and {count} more")
  public static let browserPageSays = Phrase("browser.page-says", "the page says {words}")
  public static let browserTooManyPages = Phrase("browser.too-many-pages", "more than {count} pages without an end")
  public static let browserCookiesDropped = Phrase(
    "browser.cookies-dropped", "cookies that could not be read were dropped: {count}")
  public static let browserPasswordFileExposed = Phrase(
    "browser.password-file-exposed", "others can read the password file; protect it with: chmod 600 {path}")

  // Why local data cannot be used.
  public static let browserPasswordUnreadable = Phrase("browser.password.unreadable", "it cannot be read as text")
  public static let browserPasswordEmpty = Phrase("browser.password.empty", "its first line is empty")
  public static let browserJarSyntax = Phrase("browser.jar.syntax", "not valid JSON at byte {offset} ({reason})")
  public static let browserJarVersion = Phrase("browser.jar.version", "its version is not {version}")
  public static let browserJarIncomplete = Phrase("browser.jar.incomplete", "it holds no list of cookies")
  public static let browserJarNoFile = Phrase("browser.jar.no-file", "it is no file of a reasonable size")

  // What an audience is told.
  public static let stopBrowserOpens = Phrase("stop.browser.opens", "Over to the browser")
  public static let stopBrowserOpensText = Phrase(
    "stop.browser.opens.text",
    "Another program, as every app of this phone could open it: its cookies are the system's, not the app's (RFC 8252 §5)."
  )
  public static let stopBrowserLogin = Phrase("stop.browser.login", "The person signs in, outside the app")
  public static let stopBrowserLoginText = Phrase(
    "stop.browser.login.text",
    "The server asks for the password on its own page. The app sees neither the page nor these keys; it waits for a redirect."
  )
  public static let stopBrowserPage = Phrase("stop.browser.page", "The server has something to ask")
  public static let stopBrowserPageText = Phrase(
    "stop.browser.page.text",
    "It is between the person and the server: the app learns the answer from the redirect alone.")
  public static let stopBrowserMessage = Phrase("stop.browser.message", "The server says something and asks nothing")
  public static let stopBrowserMessageText = Phrase(
    "stop.browser.message.text",
    "Nothing here leads back to the app. Done closes the browser, and all that the app learns is that it was closed.")
  public static let stopBrowserSilent = Phrase("stop.browser.silent", "Nobody typed anything: single sign-on")
  public static let stopBrowserSilentText = Phrase(
    "stop.browser.silent.text",
    "This browser still has the session of the first login, so the new client gets its code without a question.")
  public static let stopBrowserSignedOut = Phrase("stop.browser.signed-out", "The session in this browser has ended")
  public static let stopBrowserSignedOutText = Phrase(
    "stop.browser.signed-out.text",
    "The next login here asks for the password again. The phone keeps its client.")
  public static let stopBrowserReturns = Phrase("stop.browser.returns", "Back to the app")
  public static let stopBrowserReturnsText = Phrase(
    "stop.browser.returns.text",
    "The operating system hands over the redirect: a code that is worth nothing without the app's own verifier (RFC 7636)."
  )
  public static let stopBrowserFailed = Phrase("stop.browser.failed", "The browser cannot show this")
  public static let stopBrowserFailedText = Phrase(
    "stop.browser.failed.text",
    "It says why, and what to do. Nothing has been sent to the app, and nothing is lost.")
}
