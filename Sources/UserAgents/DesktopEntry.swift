import Programs
import ForeignText
import FoundationEssentials
import Glibc
import OAuthClient
import SmallFiles

/// The desktop entry that makes a desktop hand URIs of a scheme to this program (Desktop Entry Specification 1.5).
package struct DesktopEntry: Hashable, Sendable {
  package let scheme: String
  /// Program and arguments, before the URI.
  package let command: [String]

  /// - Throws: `uri_scheme_not_own` unless the scheme is a reversed domain name (RFC 8252 §7.1): a short name such as `mail` or `http` does not
  ///   belong to this app.
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

  /// The line that marks a file as written by this program.
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
    if let known = try content(path) { if known == entry.text { return .unchanged } }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    } catch {
      throw CommandError(.uriHandlerUnwritable, ["path": path, "detail": AbsolutePath.reason(of: error)])
    }
    do { try SmallFile.replace(path, by: Array(entry.text.utf8), mode: 0o666) } catch {
      throw CommandError(.uriHandlerUnwritable, ["path": path, "detail": String(cString: strerror(error.number))])
    }
    return .written
  }

  /// Removes only a file that ``install(_:)`` wrote.
  package func remove(_ entry: DesktopEntry) throws(CommandError) -> Change {
    let path = path(entry)
    guard try content(path) != nil else { return .nothing }
    guard unlink(path) == 0 else {
      throw CommandError(.uriHandlerUnwritable, ["path": path, "detail": String(cString: strerror(errno))])
    }
    return .removed
  }

  private static let notOurs = "a file is there that this program did not write"

  /// `nil`: the file does not exist.
  private func content(_ path: String) throws(CommandError) -> String? {
    guard let content = SmallFile.whole(path, limit: 1 << 20) else {
      guard access(path, F_OK) != 0 else {
        throw CommandError(.uriHandlerUnwritable, ["path": path, "detail": DesktopEntries.notOurs])
      }
      return nil
    }
    let text = String(decoding: content, as: UTF8.self)
    guard text.lines.contains(where: { $0 == DesktopEntry.mark }) else {
      throw CommandError(.uriHandlerUnwritable, ["path": path, "detail": DesktopEntries.notOurs])
    }
    return text
  }
}
