/// Why the flow skips a step, in words.
enum SkipReason: String, Hashable {
  case registered = "this device is registered already"
  case applicationServer = "the application server has a client of its own"
  case claimsCame = "the application server asked, and sent the claims with the token"
  case tokensStay = "the application server hands out no refresh token"
  case deviceToken = "the device's certificate takes the place of a login"
  case pushedToken = "the server pushes the token, so nobody logs in"
  case tokenFile = "the token comes from a file, so nobody logs in"
  case open = "the server lets anybody register"
  case staticClient = "a static client is used, so nothing is registered"
  case noRefreshToken = "the server issued no refresh token"
  case refreshNotGranted = "this server does not refresh for this client"
  case noUserinfo = "the server has no userinfo endpoint"
  case noAPI = "the configuration names no API that the app asks"
  case noEndSession = "the server has no end session endpoint"
}
