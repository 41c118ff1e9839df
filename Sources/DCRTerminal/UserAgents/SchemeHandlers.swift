import ForeignText
import FoundationEssentials
import SmallFiles

/// Which program the desktop hands the addresses of a scheme to (MIME Applications Associations 1.0.1). Reads files alone, so that it
/// is known before anything is opened, and without a desktop's tools.
struct SchemeHandlers {
  /// The folders of desktop entries, the user's own first.
  private let folders: [String]
  /// The lists of what opens what, in the order in which they count.
  private let lists: [String]

  init(environment: [String: String]) {
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

  /// The desktop entry that opens the scheme, by the name of its file; `nil`: nothing does. An entry that a list still names, but
  /// nobody has, does not count. Lists of a single desktop (`gnome-mimeapps.list`) are not read.
  func handler(of scheme: String) -> String? {
    for list in lists {
      for name in entries(of: "x-scheme-handler/" + scheme, in: list) where isInstalled(name) { return name }
    }
    // Without `update-desktop-database` no list knows of it, and most desktops find it all the same.
    let own = DesktopEntry.fileName(of: scheme)
    return isInstalled(own) ? own : nil
  }

  private func isInstalled(_ name: String) -> Bool {
    !name.contains(scalar: "/") && folders.contains { FileManager.default.fileExists(atPath: $0 + "/" + name) }
  }

  /// What removes an association is passed over: it is in a group of its own.
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
