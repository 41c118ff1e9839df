import Foundation
import SharedValues

/// The browser of this machine, for pages that the in-app browser cannot show.
enum SystemBrowser {
  /// Opens the login from its start, because no cookie goes along. False when no browser could be started.
  ///
  /// The address is seen by other programs of this user; it holds no secret (RFC 8252 §8.1 and PKCE are for that).
  static func open(_ url: WebURL) -> Bool {
    let environment = ProcessInfo.processInfo.environment
    guard Confinement(environment: environment).allowsPrograms else { return false }
    let directories = (environment["PATH"] ?? "/usr/local/bin:/usr/bin:/bin").split(separator: ":")
    let candidates = directories.map { "\($0)/xdg-open" }
    guard let program = candidates.first(where: { FileManager.default.isExecutableFile(atPath: $0) }) else {
      return false
    }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [url.text]
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    do { try process.run() } catch { return false }
    return true
  }
}
