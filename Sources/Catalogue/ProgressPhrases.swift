/// What a running flow says of itself: name of each step, and what is happening now.
extension Phrase {
  public static let progressRegistration = Phrase("progress.registration", "Registering this app")
  public static let progressAuthentication = Phrase("progress.authentication", "Signing in")
  public static let progressRefresh = Phrase("progress.refresh", "Refreshing the tokens")
  public static let progressSignOut = Phrase("progress.sign-out", "Signing out")
  public static let progressForgetDevice = Phrase("progress.forget-device", "Forgetting this device")
  public static let elapsed = Phrase("progress.elapsed", "{time} elapsed")
  public static let openThisAddress = Phrase("progress.open-address", "Open this address in any browser:")

  public static let stepDiscovery = Phrase("step.discovery", "Ask the server what it offers")
  public static let stepRegistrationLogin = Phrase("step.registration-login", "Log in to register")
  public static let stepRegistrationToken = Phrase("step.registration-token", "Get the registration token")
  public static let stepRegister = Phrase("step.register", "Register and save")
  public static let stepLogin = Phrase("step.login", "Log in")
  public static let stepToken = Phrase("step.token", "Get and check the tokens")
  public static let stepUserinfo = Phrase("step.userinfo", "Ask who the user is")
  public static let stepRefresh = Phrase("step.refresh", "Trade the refresh token")
  public static let stepLogout = Phrase("step.logout", "Sign out at the server")
  public static let stepUnregister = Phrase("step.unregister", "Delete and erase")

  public static let nowServerStarting = Phrase(
    "now.server-starting", "The identity server of this machine is starting. It takes a moment.")
  public static let nowDiscovery = Phrase(
    "now.discovery", "Reading the server's metadata: where its endpoints are and what they can do.")
  public static let nowRegistrationLogin = Phrase(
    "now.registration-login",
    "The browser is open for the first login. The app cannot see that page or what you type there.")
  public static let nowRegistrationToken = Phrase(
    "now.registration-token", "Trading the code for a token that may do one thing: register this app.")
  public static let nowRegister = Phrase(
    "now.register", "Asking the server for a client of this app's own, and saving what it answers.")
  public static let nowLogin = Phrase(
    "now.login", "The browser is open for the login, which may be silent: it still holds the session of the last one.")
  public static let nowToken = Phrase(
    "now.token", "Trading the code for tokens with this app's own secret, and checking the ID token's signature.")
  public static let nowUserinfo = Phrase("now.userinfo", "Asking the server about the user, and saving.")
  public static let nowRefresh = Phrase("now.refresh", "Trading the refresh token for new tokens. No login is needed.")
  public static let nowLogout = Phrase(
    "now.logout", "Ending the session at the server, in the browser that holds it, and dropping the tokens here.")
  public static let nowUnregister = Phrase(
    "now.unregister", "Deleting this client at the server, then erasing the keystore.")
}
