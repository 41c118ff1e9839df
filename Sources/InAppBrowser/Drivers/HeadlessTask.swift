import Catalogue

/// What a browser does by itself: for `--headless`, and for pages that are filled in before an audience.
struct HeadlessTask: Sendable {
  var credentials: Credentials
  var errand: Errand
  /// The origins where the credentials may be typed.
  var origins: LoginOrigins
  var text = Catalogue()
}
