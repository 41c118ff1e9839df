import ForeignText
import FoundationEssentials
import SmallFiles

/// Finds the program that the desktop uses for the URIs of a scheme (MIME Applications Associations 1.0.1). It only reads files, so it works before
/// anything is opened and without the desktop's tools.
package struct SchemeHandlers {
  /// The folders of desktop entries, the user's first.
  private let folders: [String]
  /// The lists of associations, in order of precedence.
  private let lists: [String]

  package init(environment: [String: String]) {
    func folders(_ name: String, _ usual: String) -> [String] {
      let named = environment[name] ?? ""
      return (named.isEmpty ? usual : named).split(scalar: ":").map(String.init).filter { $0.hasPrefix(bytes: "/") }
    }
    let home = environment["HOME"] ?? ""
    let own = DesktopEntries(environment: environment).folder
    self.folders = [own] + folders("XDG_DATA_DIRS", "/usr/local/share:/usr/share").map { $0 + "/applications" }
    let configurations = folders("XDG_CONFIG_HOME", home + "/.config") + folders("XDG_CONFIG_DIRS", "/etc/xdg")
    lists = (configurations + self.folders).map { $0 + "/mimeapps.list" } + self.folders.map { $0 + "/mimeinfo.cache" }
  }

  /// The file name of the desktop entry that opens the scheme; `nil`: no entry does. An entry in a list counts only if its file exists. Lists of a
  /// single desktop (`gnome-mimeapps.list`) are not read.
  package func handler(of scheme: String) -> String? {
    for list in lists {
      for name in entries(of: "x-scheme-handler/" + scheme, in: list) where isInstalled(name) { return name }
    }
    // Most desktops find this program's entry even if `update-desktop-database`, which lists it, has not run.
    let own = DesktopEntry.fileName(of: scheme)
    return isInstalled(own) ? own : nil
  }

  private func isInstalled(_ name: String) -> Bool {
    !name.contains(scalar: "/") && folders.contains { FileManager.default.fileExists(atPath: $0 + "/" + name) }
  }

  /// Removed associations are in another group, which is skipped.
  private func entries(of type: String, in list: String) -> [String] {
    guard let content = SmallFile.whole(list, limit: 1 << 20) else { return [] }
    var counts = false
    var found: [String] = []
    for line in String(decoding: content, as: UTF8.self).lines {
      if line.hasPrefix(bytes: "[") {
        counts = ["[Default Applications]", "[Added Associations]", "[MIME Cache]"].contains(String(line))
      } else if counts, let names = line.without(prefix: type + "=") {
        found += names.split(scalar: ";").map { String($0) }
      }
    }
    return found
  }
}
