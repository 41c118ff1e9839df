/// The data that Clear Browser Data erases: what servers have stored in this browser, not the app's data.
enum BrowserData {
  static let files = [CookieJarFile.name, CookieJarFile.name + ".new"]

  /// Erases existing files and returns their names. Also erases a damaged jar, which is how a user recovers from one.
  static func clear(_ folder: BrowserFolder) throws(BrowserError) -> [String] {
    var erased: [String] = []
    for name in files where try folder.remove(name) { erased.append(name) }
    return erased
  }
}
