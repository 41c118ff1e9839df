/// The phone's screens.
extension Phrase {
  // Home.
  public static let appTitle = Phrase("app.title", "Curity DCR Demo App")
  public static let appPurpose = Phrase("app.purpose", "Mobile Dynamic Client Registration")
  public static let registrationPrompt = Phrase("registration.prompt", "Perform an initial login to register the app")
  public static let registrationPromptDevice = Phrase(
    "registration.prompt.device", "Register the app with this device's certificate, without a login")
  public static let registrationPromptPush = Phrase(
    "registration.prompt.push", "Register the app with a token that the server pushes to this device")
  public static let registrationPromptToken = Phrase(
    "registration.prompt.token", "Register the app with the token that you were given")
  public static let registrationPromptOpen = Phrase(
    "registration.prompt.open", "Register the app at a server that lets anybody register")
  public static let authenticationPrompt = Phrase("authentication.prompt", "Authenticate to start using the app")
  public static let unlockPrompt = Phrase("unlock.prompt", "Enter the passphrase of this device's keystore")
  public static let unlockPassphrase = Phrase("unlock.passphrase", "Passphrase")
  public static let unlockWrong = Phrase("unlock.wrong", "This is not its passphrase. Try again")
  public static let unlockWrongAgain = Phrase(
    "unlock.wrong-again", "Not its passphrase either ({count} tried). Try again")
  public static let openingKeystore = Phrase("loading.keystore", "Opening the keystore")
  public static let serverStarting = Phrase("home.server.starting", "The identity server is starting")
  public static let serverFailed = Phrase("home.server.failed", "The identity server did not start: {reason}")
  public static let clientID = Phrase("unauthenticated.client-id", "Client ID")
  public static let secretExpires = Phrase("secret.expires", "secret expires {time}")
  public static let secretExpired = Phrase("secret.expired", "secret expired {time}")
  public static let secretNeverExpires = Phrase("secret.never-expires", "secret never expires")
  public static let noSecret = Phrase("secret.none", "without a secret")

  public static let staticClient = Phrase("secret.static-client", "shared by every device")

  // Signed in.
  public static let subject = Phrase("authenticated.subject", "Subject")
  public static let userName = Phrase("authenticated.name", "Name")
  public static let roles = Phrase("authenticated.roles", "Roles")
  public static let accessToken = Phrase("authenticated.access-token", "Access Token")
  public static let refreshToken = Phrase("authenticated.refresh-token", "Refresh Token")
  public static let noRefreshTokenShort = Phrase("authenticated.no-refresh-token", "the server gave none")
  public static let expiresIn = Phrase("authenticated.expires-in", "expires in {time}")
  public static let expired = Phrase("authenticated.expired", "expired")
  public static let unknown = Phrase("authenticated.unknown", "unknown")
  public static let userinfo = Phrase("profile.userinfo", "Userinfo")
  public static let idTokenClaims = Phrase("profile.id-token", "ID token claims")
  public static let noUserinfo = Phrase("profile.no-userinfo", "the server gave none")
  public static let noIDToken = Phrase("profile.no-id-token", "the server gave none")
  public static let idTokenElsewhere = Phrase("profile.id-token-elsewhere", "kept by the application server")

  // Settings.
  public static let deviceName = Phrase("settings.device", "Device")
  public static let keystoreProtection = Phrase("settings.protection", "Keystore")
  public static let protectionDevice = Phrase("settings.protection.device", "this device's key (X25519)")
  public static let protectionPassphrase = Phrase("settings.protection.passphrase", "passphrase (scrypt)")
  public static let issuer = Phrase("settings.issuer", "Issuer")
  public static let registrationWay = Phrase("settings.registration", "Registration")
  public static let registrationByUser = Phrase("settings.registration.user", "by a login of the user")
  public static let registrationByDevice = Phrase("settings.registration.device", "by device certificate")
  public static let registrationByPush = Phrase("settings.registration.push", "by a pushed token")
  public static let registrationByToken = Phrase("settings.registration.token", "by a token from a file")
  public static let registrationNone = Phrase("settings.registration.none", "none: a static client")
  public static let registrationOpen = Phrase("settings.registration.open", "open to anybody")
  public static let browserName = Phrase("settings.browser", "Browser")
  public static let browserInApp = Phrase("settings.browser.in-app", "in-app, its own program")
  public static let browserSystem = Phrase("settings.browser.system", "the system's browser")
  public static let browserManual = Phrase("settings.browser.manual", "by hand: you carry it over")
  public static let browserCommand = Phrase("settings.browser.command", "a program of your choice")
  public static let browserDeviceCode = Phrase("settings.browser.device-code", "none here: a code for another device")
  public static let forgetDeviceErases = Phrase(
    "settings.forget-device.erases",
    "Forget This Device deletes this client at the server and erases the keystore and its key here. The browser keeps its "
      + "cookies.")
  public static let forgetSessionErases = Phrase(
    "settings.forget-session.erases",
    "Forget This Device erases the keystore and its key here. The client at the server belongs to all devices and stays."
  )
  public static let clearBrowserDataErases = Phrase(
    "settings.clear-browser-data.erases",
    "Clear Browser Data erases the browser's cookies, so the next login asks for the password again. Registration and "
      + "tokens stay.")
  public static let clearBrowserDataErasesAlone = Phrase(
    "settings.clear-browser-data.erases-alone",
    "Clear Browser Data erases the browser's cookies, so the next login asks for the password again. The tokens of this app "
      + "stay.")
  public static let signOutEnds = Phrase("settings.sign-out.ends", "ends the session")
  public static let revokeTokensEnds = Phrase("settings.revoke-tokens.ends", "ends the tokens")
  public static let forgetDeviceEnds = Phrase("settings.forget-device.ends", "ends the client")
  public static let forgetSessionEnds = Phrase("settings.forget-session.ends", "erases keystore")
  public static let clearBrowserDataEnds = Phrase("settings.clear-browser-data.ends", "erases cookies")

  // Confirmations.
  public static let forgetDeviceQuestion = Phrase("confirm.forget-device", "Forget this device?")
  public static let startOverQuestion = Phrase("confirm.start-over", "Forget this device first?")
  public static let startOverErases = Phrase(
    "confirm.start-over.erases",
    "This begins with a new phone. This client is deleted at the server, and the keystore, its key "
      + "and the browser's cookies are erased here. Nothing brings them back.")
  public static let startOverErasesAlone = Phrase(
    "confirm.start-over.erases-alone",
    "This begins with a new phone. The keystore, its key and the browser's cookies are erased here. "
      + "Nothing brings them back. The client at the server belongs to all devices and stays.")
  public static let clearBrowserDataQuestion = Phrase("confirm.clear-browser-data", "Clear browser data?")
  public static let forgottenPassphraseQuestion = Phrase("confirm.forgotten-passphrase", "Passphrase forgotten?")
  public static let forgottenPassphraseExplanation = Phrase(
    "confirm.forgotten-passphrase.explanation",
    "Without it nobody can open the keystore, this app neither. Forget This Device, or dcr-terminal keystore reset in a "
      + "shell, erases it, and the app registers anew. The old client stays at the server until somebody deletes it there."
  )
  public static let quitQuestion = Phrase("confirm.quit", "Quit now?")
  public static let quitExplanation = Phrase(
    "confirm.quit.explanation",
    "Something is under way. Quitting stops it; what has been saved stays saved.")
  public static let quitEndsSession = Phrase(
    "confirm.quit.session",
    "Somebody is signed in. The access token is in memory alone, and gone when the app ends. The client stays.")
  public static let quitLosesRegistration = Phrase(
    "confirm.quit.unsaved",
    "The server has registered this app, but the keystore could not be written. If you quit now, the client stays at the server, and this app does not know it any more."
  )
  public static let notSaved = Phrase("home.not-saved", "Not saved: this registration is gone when the app ends.")
  public static let saveAgain = Phrase("button.save-again", "Save Again")
  public static let deleteClient = Phrase("button.delete-client", "Delete the Client")
  public static let quitEndsShow = Phrase(
    "confirm.quit.show", "This is a show. Quitting ends it; what has been saved stays saved.")

  // Buttons.
  public static let unlock = Phrase("button.unlock", "Unlock")
  public static let forgottenPassphrase = Phrase("button.forgotten-passphrase", "Forgotten Passphrase")
  public static let serverOfAPI = Phrase("home.server-of-api", "{api} leaves logins to {issuer}.")
  public static let startRegistration = Phrase("button.start-registration", "Start Registration")
  public static let startAuthentication = Phrase("button.start-authentication", "Start Authentication")
  public static let refreshAccessToken = Phrase("button.refresh-access-token", "Refresh Access Token")
  public static let profile = Phrase("button.profile", "Profile")
  public static let signOut = Phrase("button.sign-out", "Sign Out")
  public static let settings = Phrase("button.settings", "Settings")
  public static let forgetDevice = Phrase("button.forget-device", "Forget This Device")
  public static let openInApp = Phrase("button.open-in-app", "Use In-App Browser")
  public static let openInSystem = Phrase("button.open-in-system", "Use System Browser")
  public static let openInCommand = Phrase("button.open-in-command", "Use Your Program")
  public static let openByHand = Phrase("button.open-by-hand", "Open by Hand")
  public static let signInElsewhere = Phrase("button.sign-in-elsewhere", "Sign In Elsewhere")
  public static let getNewCode = Phrase("button.get-new-code", "Get a New Code")
  public static let clearBrowserData = Phrase("button.clear-browser-data", "Clear Browser Data")
  public static let keepDevice = Phrase("button.keep-device", "Keep It")
  public static let keepBrowserData = Phrase("button.keep-browser-data", "Keep Them")
  public static let registerAgain = Phrase("button.register-again", "Register Again")
  public static let registerWithPost = Phrase("button.register-with-post", "Use client_secret_post")
  public static let keepRegistration = Phrase("button.keep-registration", "Keep")
  public static let back = Phrase("button.back", "Back")
  public static let cancel = Phrase("button.cancel", "Cancel")
  public static let retry = Phrase("button.retry", "Retry")
  public static let tryAgain = Phrase("button.try-again", "Try Again")
  public static let details = Phrase("button.details", "Details")
  public static let hideDetails = Phrase("button.hide-details", "Hide Details")
  public static let dismiss = Phrase("button.dismiss", "Dismiss")
  public static let dismissNotice = Phrase("button.ok", "OK")
  public static let configurationWarningsTitle = Phrase("configuration-warnings.title", "Please check config.json")
  public static let configurationWarningsHint = Phrase(
    "configuration-warnings.hint", "The app goes on without it. dcr-terminal config show says what counts.")
  public static let quit = Phrase("button.quit", "Quit")
  public static let stay = Phrase("button.stay", "Stay")

  // Errors and notices.
  public static let deadRegistration = Phrase(
    "banner.dead-registration",
    "This app's registration is no longer valid. Register Again makes a new one; the old one is kept until that is saved."
  )
  public static let expected = Phrase("banner.expected", "Expected")
  public static let received = Phrase("banner.received", "Received")
  public static let factCode = Phrase("banner.code", "Code")
  public static let factStep = Phrase("banner.step", "Step")
  public static let factField = Phrase("banner.field", "Member")
  public static let factSource = Phrase("banner.source", "Rule")
  public static let factURL = Phrase("banner.url", "URL")
  public static let factFault = Phrase("banner.fault", "Fault")
  public static let simulatedFault = Phrase("banner.simulated", "Simulated: a fault of the fault menu did this.")
  public static let simulatedKeystore = Phrase(
    "keystore-failed.simulated", "the files are as they were; switch the fault off in the fault menu, then try again")
  public static let factFile = Phrase("banner.file", "File")
  public static let factServerSays = Phrase("banner.server-says", "Server says")
  public static let factDetail = Phrase("banner.detail", "System says")
  public static let nothingOverwritten = Phrase(
    "keystore-failed.nothing-overwritten", "Nothing has been overwritten, and nothing will be until you decide.")
  public static let noticeSignedOut = Phrase(
    "notice.signed-out", "Signed out, here and at the server: tokens and login session are gone, the registration stays"
  )
  public static let noticeSignedOutLocally = Phrase(
    "notice.signed-out-locally",
    "Signed out here: the tokens are gone. The server did not confirm, so its login session may go on")
  public static let noticeSignedOutUnconfirmed = Phrase(
    "notice.signed-out-unconfirmed",
    "Signed out here: the tokens are gone. The server was asked to end its login session; it knows no way back to this app, so "
      + "whether it did is not confirmed")
  public static let noticeSignedOutWithoutBrowser = Phrase(
    "notice.signed-out-without-browser",
    "Signed out here: the tokens are gone. You signed in on another device; its browser stays signed in until you sign out there"
  )
  public static let noticeSignedOutEverywhere = Phrase(
    "notice.signed-out-everywhere", "Signed out, here and at the server: tokens and login session are gone")
  public static let sessionMayGoOn = Phrase(
    "banner.session-may-go-on",
    "Signed out here: the tokens are gone. The login session at the server was not ended and may go on in the browser.")
  public static let droppedAnswers = Phrase(
    "dropped-answers", one: "Dropped an answer that this app did not ask for",
    other: "Dropped {count} answers that this app did not ask for")
  public static let noticeTokenRefreshed = Phrase("notice.token-refreshed", "Tokens refreshed")
  public static let noticeRegistered = Phrase("notice.registered", "Registered and saved")
  public static let noticeForgotAndDeleted = Phrase(
    "notice.forgot-and-deleted", "The server deleted this client, and this device has forgotten it.")
  public static let noticeForgot = Phrase("notice.forgot", "This device has forgotten its client.")
  public static let noticeForgotSession = Phrase(
    "notice.forgot-session", "This device has forgotten its last login. The client at the server stays as it is.")
  public static let noticeClearedBrowserData = Phrase(
    "notice.cleared-browser-data", "The browser starts afresh: the next login asks for the password.")
  public static let noticeNothingToClear = Phrase("notice.nothing-to-clear", "The browser held no data.")
  public static let forgotDeviceTitle = Phrase("notice.forgot.title", "Device forgotten")
  public static let clearedBrowserDataTitle = Phrase("notice.cleared-browser-data.title", "Browser data cleared")
  public static let erasedFiles = Phrase("notice.erased", "Erased:")
  public static let clientLivesOn = Phrase(
    "notice.client-lives-on",
    "The server did not confirm the deletion: the client may live on there until somebody revokes it.")
}
