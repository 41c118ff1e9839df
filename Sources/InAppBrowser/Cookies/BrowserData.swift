/// The data that Clear Browser Data erases: what servers have left in this browser, and nothing of the app.
enum BrowserData {
  static let files = [CookieJarFile.name, CookieJarFile.name + ".new"]

  /// Erases what is there and returns the names of the files erased. A damaged jar goes too: this is the way out of it.
  static func clear(_ folder: BrowserFolder) throws(BrowserError) -> [String] {
    var erased: [String] = []
    for name in files where try folder.remove(name) { erased.append(name) }
    return erased
  }
}
