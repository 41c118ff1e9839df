import FoundationEssentials
import Glibc
import OAuthClient
import SmallFiles

/// The desktop entry that makes a desktop hand URIs of a scheme to this program (Desktop Entry Specification 1.5).
package struct DesktopEntry: Hashable, Sendable {
  package let scheme: String
  package let command: [String]

  /// - Throws: `uri_scheme_not_own` unless the scheme is a reversed domain name (RFC 8252 §7.1): `mail` or `http` does not belong to this app.
  package init(scheme: String, command: [String]) throws(CommandError) {
    guard case .privateUse(let own) = try? RedirectURI(scheme + ":/").kind, own == scheme.lowercased() else {
      throw CommandError(.uriSchemeNotOwn, ["received": scheme])
    }
    (self.scheme, self.command) = (own, command)
  }

  /// The entry's file name. Each scheme has its own, so that devices and configurations do not replace each other's entries.
  package var fileName: String { DesktopEntry.fileName(of: scheme) }
  package static func fileName(of scheme: String) -> String { "dcr-terminal-\(scheme).desktop" }

  /// Whether no word of the command needs the quoting of `Exec`, which Debian's `xdg-open` does not understand without a desktop.
  package var isPlain: Bool { command.allSatisfy { Escape.desktopArgument($0) == $0 } }

  package var text: String {
    let words = command.map(Escape.desktopArgument) + ["%u"]
    let name = Escape.desktopString("DCR Terminal (redirect of \(scheme))")
    return """
      [Desktop Entry]
      Type=Application
      Name=\(name)
      Exec=\(Escape.desktopString(words.joined(separator: " ")))
      MimeType=x-scheme-handler/\(scheme);
      Terminal=false
      NoDisplay=true
      StartupNotify=false
      \(DesktopEntry.mark)

      """
  }

  package static let mark = "X-DCR-Terminal=uri-handler"
}

/// The folder of the user's desktop entries, and the desktop's tools.
package struct DesktopEntries {
  package enum Change: Hashable { case written, unchanged, removed, nothing }

  package let folder: String

  /// `$XDG_DATA_HOME/applications`, else `~/.local/share/applications`.
  package init(environment: [String: String]) {
    folder = AbsolutePath.folder(of: DataDirectory.defaultPath(environment)) + "/applications"
  }

  package func path(_ entry: DesktopEntry) -> String { folder + "/" + entry.fileName }

  /// - Throws: `uri_handler_unwritable`, also if another program wrote the file of that name.
  package func install(_ entry: DesktopEntry) throws(CommandError) -> Change {
    let path = path(entry)
    if try content(path) == entry.text { return .unchanged }
    try AbsolutePath.makeFolder(folder, as: path, orThrow: .uriHandlerUnwritable)
    do { try SmallFile.replace(path, by: Array(entry.text.utf8), mode: 0o666) } catch {
      throw CommandError(.uriHandlerUnwritable, path: path, error)
    }
    return .written
  }

  /// Removes only a file that ``install(_:)`` wrote.
  package func remove(_ entry: DesktopEntry) throws(CommandError) -> Change {
    let path = path(entry)
    guard try content(path) != nil else { return .nothing }
    guard unlink(path) == 0 else { throw CommandError(.uriHandlerUnwritable, path: path) }
    return .removed
  }

  /// `nil`: the file does not exist.
  private func content(_ path: String) throws(CommandError) -> String? {
    let text = SmallFile.whole(path, limit: 1 << 20).map { String(decoding: $0, as: UTF8.self) }
    if text == nil, access(path, F_OK) != 0 { return nil }
    guard let text, text.lines.contains(where: { $0 == DesktopEntry.mark }) else {
      throw CommandError(.uriHandlerUnwritable, path: path, "a file is there that this program did not write")
    }
    return text
  }
}

/// Finds the program that the desktop uses for the URIs of a scheme (MIME Applications Associations 1.0.1), from its files alone.
package struct SchemeHandlers {
  private let folders: [String]
  private let lists: [String]

  package init(environment: [String: String]) {
    func folders(_ name: String, _ usual: String) -> [String] {
      let named = environment[name] ?? ""
      return OwnPrograms.folders(named.isEmpty ? usual : named)
    }
    let home = environment["HOME"] ?? ""
    let own = DesktopEntries(environment: environment).folder
    self.folders = [own] + folders("XDG_DATA_DIRS", "/usr/local/share:/usr/share").map { $0 + "/applications" }
    let configurations = folders("XDG_CONFIG_HOME", home + "/.config") + folders("XDG_CONFIG_DIRS", "/etc/xdg")
    lists = (configurations + self.folders).map { $0 + "/mimeapps.list" } + self.folders.map { $0 + "/mimeinfo.cache" }
  }

  /// The file name of the desktop entry that opens the scheme; `nil`: none does. Lists of a single desktop (`gnome-mimeapps.list`) are not read.
  package func handler(of scheme: String) -> String? {
    let listed = lists.lazy.flatMap { entries(of: "x-scheme-handler/" + scheme, in: $0) }
    // Most desktops find this program's entry even if `update-desktop-database`, which lists it, has not run.
    return listed.first(where: isInstalled) ?? [DesktopEntry.fileName(of: scheme)].first(where: isInstalled)
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
