import Catalogue

/// The bench's tool **Clock**.
extension Phrase {
  public static let tabClock = Phrase("tab.clock", "Clock")
  public static let keyClock = Phrase("key.clock", "clock")
  public static let keyClockForward = Phrase("key.clock.forward", "forward")
  public static let keyClockBack = Phrase("key.clock.back", "back")
  public static let keyClockReset = Phrase("key.clock.reset", "real time")
  public static let keyClockChange = Phrase("key.clock.change", "change")
  public static let keyClockJump = Phrase("key.clock.jump", "1 s before")

  public static let clockApp = Phrase("clock.app", "App")
  public static let clockServer = Phrase("clock.server", "Embedded server")
  public static let clockForeignServer = Phrase("clock.foreign-server", "Server (Date)")
  public static let clockMachine = Phrase("clock.machine", "This machine")
  public static let clockAhead = Phrase("clock.ahead", "{span} ahead")
  public static let clockBehind = Phrase("clock.behind", "{span} behind")
  public static let clockReal = Phrase("clock.real", "real time")
  public static let clockPaced = Phrase("clock.paced", "{pace} times as fast")
  public static let clockNotHeard = Phrase("clock.not-heard", "as soon as it has heard")
  public static let clockUnknown = Phrase("clock.unknown", "not heard of yet")

  public static let clockAgree = Phrase("clock.agree", "App and server show the same time.")
  public static let clockSkewAhead = Phrase("clock.skew.ahead", "The app is {span} ahead of the server.")
  public static let clockSkewBehind = Phrase("clock.skew.behind", "The app is {span} behind the server.")
  public static let clockTolerated = Phrase("clock.tolerated", "Up to {seconds} s are tolerated in ID tokens.")
  public static let clockForeign = Phrase(
    "clock.foreign", "This server is not the app's own: only the app's clock can be moved.")

  public static let clockMoves = Phrase("clock.moves", "Whose clock")
  public static let clockBoth = Phrase("clock.both", "app and server")
  public static let clockAppAlone = Phrase("clock.app-alone", "the app alone")
  public static let clockServerAlone = Phrase("clock.server-alone", "the server alone")
  public static let clockStep = Phrase("clock.step", "A step is")
  public static let clockSecond = Phrase("clock.second", "1 second: + and -")
  public static let clockMinute = Phrase("clock.minute", "1 minute: + and -")
  public static let clockHour = Phrase("clock.hour", "1 hour: + and -")
  public static let clockDay = Phrase("clock.day", "1 day: + and -")
  public static let clockMonth = Phrase("clock.month", "30 days: + and -")
  public static let clockPace = Phrase("clock.pace", "Time goes")
  public static let clockPaceReal = Phrase("clock.pace.real", "as in reality")
  public static let clockReset = Phrase("clock.reset", "Back to real time")

  public static let clockEnds = Phrase("clock.ends", "One second before the end of …")
  public static let clockNoEnds = Phrase(
    "clock.no-ends", "Tokens, secret and certificates appear here with their ends, as soon as there are any.")
  public static let clockAccessToken = Phrase("clock.access-token", "access token")
  public static let clockRefreshToken = Phrase("clock.refresh-token", "refresh token")
  public static let clockIDToken = Phrase("clock.id-token", "ID token")
  public static let clockClientSecret = Phrase("clock.client-secret", "client secret")
  static let clockRegistrationToken = Phrase("clock.registration-token", "registration token")
  public static let clockSession = Phrase("clock.session", "browser's session")
  public static let clockServerCertificate = Phrase("clock.server-certificate", "server's certificate")
  public static let clockDeviceCertificate = Phrase("clock.device-certificate", "device's certificate")
  public static let clockIn = Phrase("clock.in", "in {span}")
  public static let clockAgo = Phrase("clock.ago", "{span} ago")

  /// In the phone's status bar, so that nobody takes a moved clock for the time.
  public static let signClock = Phrase("sign.clock", "clock {change}")
  public static let signClockFast = Phrase("sign.clock.fast", "clock {pace}x")
}
