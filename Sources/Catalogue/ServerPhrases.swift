/// What the identity server's pages say.
extension Phrase {
  public static let claimedPageTitle = Phrase("page.claimed.title", "This address belongs to the app")
  public static let claimedPageText = Phrase(
    "page.claimed.text",
    "This browser does not know the app, so the app did not get the answer. Close this page and log in with a browser that does: the app's own."
  )
  public static let pageFooter = Phrase("server.page.footer", "DCR Terminal identity server")

  public static let loginTitle = Phrase("server.login.title", "Login")
  public static let loginLead = Phrase("server.login.lead", "to continue to {client}")
  public static let loginLeadRegistration = Phrase(
    "server.login.lead_registration", "to register this phone as a client of its own, for {client}")
  public static let loginExpected = Phrase("server.login.expected", "The app expects the user “{user}”.")
  public static let loginUserName = Phrase("server.login.user_name", "User name")
  public static let loginPassword = Phrase("server.login.password", "Password")
  public static let loginButton = Phrase("server.login.button", "Login")
  public static let loginWrong = Phrase(
    "server.login.wrong", "The user name or the password is wrong. Please try again.")
  public static let loginWait = Phrase(
    "server.login.wait",
    one: "There were too many failed attempts. Please wait one second and try again.",
    other: "There were too many failed attempts. Please wait {seconds} seconds and try again.", counting: "seconds")
  public static let loginCrowded = Phrase(
    "server.login.crowded", "Too many people are logging in at this moment. Please try again.")
  public static let consentTitle = Phrase("server.consent.title", "Allow access?")
  public static let consentLead = Phrase("server.consent.lead", "{client} would like to:")
  public static let answerGoesTo = Phrase("server.answer", "The answer goes to {place}")
  public static let answerToThisComputer = Phrase("server.answer.computer", "this computer")
  public static let consentAllow = Phrase("server.consent.allow", "Allow")
  public static let consentDeny = Phrase("server.consent.deny", "Deny")
  public static let consentSignedInAs = Phrase("server.consent.signed_in_as", "Signed in as {user}")
  public static let scopeOpenID = Phrase("server.scope.openid", "know who you are")
  public static let scopeProfile = Phrase("server.scope.profile", "see your name and your roles")
  public static let scopeEmail = Phrase("server.scope.email", "see your email address")
  public static let scopeAddress = Phrase("server.scope.address", "see your postal address")
  public static let scopePhone = Phrase("server.scope.phone", "see your phone number")
  public static let scopeOfflineAccess = Phrase("server.scope.offline_access", "go on doing so also while you are away")
  public static let scopeAccounts = Phrase("server.scope.accounts", "see your accounts and what is on them")
  public static let scopePayments = Phrase("server.scope.payments", "see your payments and pay from your account")
  /// The name of the protected API (RFC 9728 §2).
  public static let apiName = Phrase("server.api.name", "Demo bank")
  public static let scopeRegistration = Phrase("server.scope.dcr", "register this app on this device in your name")

  public static let userCodeTitle = Phrase("server.device.title", "Connect a device")
  public static let userCodeLead = Phrase("server.device.lead", "Type the code that your device shows.")
  public static let userCodeLabel = Phrase("server.device.code", "Code")
  public static let userCodeButton = Phrase("server.device.button", "Continue")
  public static let userCodeWarning = Phrase(
    "server.device.warning", "Never type a code that somebody has sent you: with it you let their device in.")
  public static let userCodeWrong = Phrase(
    "server.device.wrong",
    "No device waits with this code. Compare it with what your device shows; if the code has expired, get a new one there."
  )
  public static let deviceLoginLead = Phrase("server.device.login_lead", "to let a device in, for {client}")
  public static let deviceOfAnother = Phrase(
    "server.device.of_another", "This device was registered by another user. Sign in as that user.")
  public static let deviceDecisionTitle = Phrase("server.device.decision_title", "Let this device in?")
  public static let deviceDecisionCode = Phrase("server.device.decision_code", "Your device shows this code:")
  public static let deviceDecisionWarning = Phrase(
    "server.device.decision_warning",
    "Allow it only if you have the device before you and it shows this code. If somebody sent you the code or the link, deny it."
  )
  public static let deviceAllowedTitle = Phrase("server.device.allowed_title", "The device is connected")
  public static let deviceAllowedText = Phrase(
    "server.device.allowed_text", "You can close this page and return to your device.")
  public static let deviceDeniedTitle = Phrase("server.device.denied_title", "The device was not let in")
  public static let deviceDeniedText = Phrase("server.device.denied_text", "It gets nothing. You can close this page.")
  public static let deviceGoneTitle = Phrase("server.device.gone_title", "This code is no longer valid")
  public static let deviceGoneText = Phrase(
    "server.device.gone_text", "It has expired, or it has been answered already. Get a new code on your device.")

  public static let logoutTitle = Phrase("server.logout.title", "Sign out?")
  public static let logoutText = Phrase(
    "server.logout.text", "This ends your session in this browser. Apps will ask you to log in again.")
  public static let logoutButton = Phrase("server.logout.button", "Sign out")
  public static let signedOutTitle = Phrase("server.signed_out.title", "Signed out")
  public static let signedOutText = Phrase("server.signed_out.text", "You can close this page and return to the app.")

  public static let goOnTitle = Phrase("server.go_on.title", "Back to the app")
  public static let goOnText = Phrase(
    "server.go_on.text", "The app has your answer in a moment. If nothing happens, follow the link.")
  public static let goOnLink = Phrase("server.go_on.link", "Continue")
  public static let continueTitle = Phrase("server.continue.title", "Continue in the app")
  public static let continueText = Phrase(
    "server.continue.text",
    "The browser asks whether it may open the app. If it does not ask, press the button. When the app goes on, you can close this page."
  )
  public static let continueButton = Phrase("server.continue.button", "Continue in the app")

  public static let requestRefusedTitle = Phrase("server.refused.title", "This request cannot be answered")
  public static let requestRefusedText = Phrase(
    "server.refused.text", "The app that sent you here made a mistake. Please return to it and start again.")
  public static let formExpiredTitle = Phrase("server.form_expired.title", "This page has expired")
  public static let formExpiredText = Phrase(
    "server.form_expired.text",
    "It was open for too long, or it was opened in another browser. Please return to the app and start again.")
  public static let foreignFormText = Phrase(
    "server.foreign_form.text", "Another site sent this form. Please return to the app and start again.")
  public static let doubledCookieText = Phrase(
    "server.doubled_cookie.text",
    "Your browser sent a cookie of this server twice. Please delete the cookies of this site and start again.")

  public static let notFoundTitle = Phrase("server.not_found.title", "Page not found")
  public static let notFoundText = Phrase("server.not_found.text", "There is nothing at this address.")
  public static let wrongMethodTitle = Phrase("server.wrong_method.title", "Method not allowed")
  public static let wrongMethodText = Phrase(
    "server.wrong_method.text", "This address does not answer requests of this kind.")
  public static let wrongHostTitle = Phrase("server.wrong_host.title", "Wrong address")
  public static let wrongHostText = Phrase("server.wrong_host.text", "This server does not go by that host name.")
  public static let tooLongTitle = Phrase("server.too_long.title", "Address too long")
  public static let tooLongText = Phrase("server.too_long.text", "This server does not read addresses of that length.")

  public static let serverWelcomeTitle = Phrase("server.welcome.title", "Identity server")
  public static let serverWelcomeText = Phrase("server.welcome.text", "This server is ready. Its issuer is {issuer}")

  public static let adminLoginTitle = Phrase("server.admin.login_title", "Administration")
}
