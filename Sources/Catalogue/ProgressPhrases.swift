/// What a running flow says of itself: name of each step, and what is happening now.
extension Phrase {
  public static let progressRegistration = Phrase("progress.registration", "Registering this app")
  public static let progressAuthentication = Phrase("progress.authentication", "Signing in")
  public static let progressRefresh = Phrase("progress.refresh", "Refreshing the tokens")
  public static let progressSignOut = Phrase("progress.sign-out", "Signing out")
  public static let progressForgetDevice = Phrase("progress.forget-device", "Forgetting this device")
  public static let progressSilentStart = Phrase("progress.silent-start", "Signing in without a login")
  public static let progressRevoke = Phrase("progress.revoke", "Revoking the tokens")
  public static let progressCheck = Phrase("progress.check", "Checking the registration")
  public static let progressUpdate = Phrase("progress.update", "Updating the registration")
  public static let elapsed = Phrase("progress.elapsed", "{time} elapsed")
  public static let progressUnanswered = Phrase(
    "progress.unanswered",
    """
    No answer yet. Look for the browser's question whether it may open the app, and press Open. If it does not ask, cancel, and start the \
    app with --browser in-app, or with a redirect to a loopback address.
    """)
  public static let openThisAddress = Phrase("progress.open-address", "Open this address in any browser:")

  public static let stepDiscovery = Phrase("step.discovery", "Ask the server what it offers")
  public static let stepRegistrationLogin = Phrase("step.registration-login", "Log in to register")
  public static let stepRegistrationToken = Phrase("step.registration-token", "Get the registration token")
  public static let stepDeviceToken = Phrase("step.device-token", "Show the certificate for a token")
  public static let stepPushedToken = Phrase("step.pushed-token", "Wait for the pushed token")
  public static let stepTokenFile = Phrase("step.token-file", "Read the token from its file")
  public static let stepRegister = Phrase("step.register", "Register and save")
  public static let stepLogin = Phrase("step.login", "Log in")
  public static let stepToken = Phrase("step.token", "Get and check the tokens")
  public static let stepUserinfo = Phrase("step.userinfo", "Ask who the user is")
  public static let stepRefresh = Phrase("step.refresh", "Trade the refresh token")
  public static let stepLogout = Phrase("step.logout", "Sign out at the server")
  public static let stepUnregister = Phrase("step.unregister", "Delete and erase")

  public static let stepRevoke = Phrase("step.revoke", "Take the tokens back")
  public static let stepCheck = Phrase("step.check", "Ask the server for the registration")
  public static let stepUpdate = Phrase("step.update", "Update and save")

  public static let nowServerStarting = Phrase(
    "now.server-starting", "The identity server of this machine is starting. It takes a moment.")
  public static let nowDiscovery = Phrase(
    "now.discovery", "Reading the server's metadata: where its endpoints are and what they can do.")
  public static let nowBrowserNext = Phrase("now.browser-next", "The browser opens next.")
  public static let nowRegistrationLogin = Phrase(
    "now.registration-login",
    "The browser is open for the first login. The app cannot see that page or what you type there.")
  public static let nowRegistrationToken = Phrase(
    "now.registration-token", "Trading the code for a token that may do one thing: register this app.")
  public static let nowDeviceToken = Phrase(
    "now.device-token",
    "Proving with this device's certificate who asks, for a token that may do one thing: register this app.")
  public static let nowPushedToken = Phrase(
    "now.pushed-token",
    "Waiting for the server to push a registration token to this device. An administrator may have to allow it first.")
  public static let nowTokenFile = Phrase(
    "now.token-file", "Reading the token that you were given. It is used for the registration and kept nowhere else."
  )
  public static let nowRegisterFromTemplate = Phrase(
    "now.register-from-template",
    "Asking the server for a client of this app's own, made from a template that the server keeps.")
  public static let nowRegister = Phrase(
    "now.register", "Asking the server for a client of this app's own, and saving what it answers.")
  public static let nowPushing = Phrase(
    "now.pushing",
    "Handing the whole request to the server first. The browser, which opens next, will carry only a reference to it.")
  public static let nowDeviceCodes = Phrase(
    "now.device-codes", "Asking the server for a code with which you can sign in on another device.")
  public static let nowDeviceWaiting = Phrase(
    "now.device-waiting",
    "Waiting until you have signed in on the other device. The app asks the server again and again.")
  public static let deviceCodeOpen = Phrase("device-code.open", "On another device, open:")
  public static let deviceCodeType = Phrase("device-code.type", "and type this code there:")
  public static let deviceCodeTimeLeft = Phrase("device-code.time-left", "waiting; the code is valid for {time}")
  public static let nowLogin = Phrase(
    "now.login",
    "The browser is open for the login. If it still has a session at the server, nobody may have to type anything.")
  public static let nowFirstLogin = Phrase(
    "now.first-login", "The browser is open for the login. The app cannot see that page or what you type there.")
  public static let nowTokenWithoutSecret = Phrase(
    "now.token-without-secret",
    "Trading the code for tokens. The client has no secret: the PKCE verifier shows that the same app asks.")
  public static let nowToken = Phrase(
    "now.token", "Trading the code for tokens with this client's secret, and checking the ID token's signature.")
  public static let nowTokenByKey = Phrase(
    "now.token-by-key",
    "Trading the code for tokens with a signature of this client's key, and checking the ID token's signature.")
  public static let nowUserinfo = Phrase("now.userinfo", "Asking the server about the user, and saving.")
  public static let nowRefresh = Phrase("now.refresh", "Trading the refresh token for new tokens. No login is needed.")
  public static let nowLogoutWithoutWayBack = Phrase(
    "now.logout-without-way-back",
    "The browser asks the server to end your session. The server knows no way back to this app: close the browser when it has said so, "
      + "or press Cancel here")
  public static let nowLogout = Phrase(
    "now.logout", "Ending the session at the server, in the browser that holds it, and dropping the tokens here.")
  public static let nowRevoke = Phrase(
    "now.revoke", "Asking the server to take back the refresh token, then the access token; then dropping them here.")
  public static let nowCheck = Phrase(
    "now.check", "Asking the server what it has, with the token that manages this registration (RFC 7592 §2.1).")
  public static let nowUpdate = Phrase(
    "now.update", "Telling the server this configuration's redirect URIs and scope, and saving what it answers.")
  public static let nowUnregister = Phrase(
    "now.unregister", "Deleting this client at the server, then erasing the keystore.")
}
