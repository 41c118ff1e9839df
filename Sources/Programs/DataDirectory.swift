import FoundationEssentials
import Glibc
import SmallFiles

/// The folder with all data of this product, and one device in it (mode 0700, files 0600).
package struct DataDirectory: Hashable, Sendable {
  /// Absolute, without a slash at its end.
  package let path: String
  package let device: String

  /// Makes missing folders, which only this user may use; refuses a folder that others may write to.
  /// - Parameter making: `false` for commands that only read: nothing is made or changed, and the folder may be missing.
  package init(path: String, device: String, making: Bool = true) throws(CommandError) {
    guard DataDirectory.isDeviceName(device) else { throw CommandError(.deviceName, ["received": device]) }
    self.path = AbsolutePath.of(path)
    self.device = device
    guard making else {
      try judgeRoot()
      return
    }
    try makeRoot()
    for folder in ["devices", "devices/\(device)", "idsvr"] { try make(self.path + "/" + folder) }
  }

  package var devicePath: String { path + "/devices/" + device }
  package var keystoreFile: String { devicePath + "/keystore.age" }
  package var deviceKeyFile: String { devicePath + "/device.key" }
  /// The certificate from device management (RFC 8705), used unless the configuration names another.
  package var deviceCertificate: String { devicePath + "/device-certificate.pem" }
  package var deviceCertificateKey: String { devicePath + "/device-certificate-key.pem" }
  package var lockFile: String { devicePath + "/device.lock" }
  /// The browser's folder. This process only passes on its path and never opens it.
  package var browserPath: String { devicePath + "/browser" }
  /// The secure element's folder, outside the device's, so that copying a device copies no keys. This process never opens it.
  package var secureElementPath: String { secureElementsPath + "/" + device }
  package var secureElementsPath: String { path + "/secure-elements" }
  package var exportsPath: String { path + "/exports" }
  package var serverPath: String { path + "/idsvr" }
  package var serverDatabase: String { serverPath + "/idsvr.sqlite" }
  package var hasServerDatabase: Bool { access(serverDatabase, F_OK) == 0 }
  /// The authority that issued the embedded server's certificate.
  package var serverAuthority: String { serverPath + "/tls/ca.pem" }

  package func folder(ofDevice name: String) throws(CommandError) -> String {
    guard DataDirectory.isDeviceName(name) else { throw CommandError(.deviceName, ["received": name]) }
    return path + "/devices/" + name
  }

  /// The devices below this data directory, sorted by name. Folders with names that a device cannot have are ignored.
  package static func devices(in path: String) -> [String] {
    let folder = path + "/devices"
    return AbsolutePath.names(in: folder).filter { isDeviceName($0) && AbsolutePath.isFolder(folder + "/" + $0) }
  }

  /// `$XDG_DATA_HOME/dcr-terminal`, else `~/.local/share/dcr-terminal`. A relative XDG_DATA_HOME is ignored, as its specification says.
  package static func defaultPath(_ environment: [String: String]) -> String {
    if let base = environment["XDG_DATA_HOME"], base.hasPrefix(bytes: "/") { return base + "/dcr-terminal" }
    let named = environment["HOME"].flatMap { $0.hasPrefix(bytes: "/") ? $0 : nil }
    return (named ?? FileManager.default.homeDirectoryForCurrentUser.path) + "/.local/share/dcr-terminal"
  }

  /// Whether the name is a single folder's and looks the same to every tool.
  package static func isDeviceName(_ name: String) -> Bool {
    let allowed = name.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || ("0"..."9").contains(scalar) || "._-".unicodeScalars.contains(scalar))
    }
    return allowed && (1...64).contains(name.utf8.count) && !name.hasPrefix(bytes: ".") && !name.hasPrefix(bytes: "-")
  }

  private func makeRoot() throws(CommandError) {
    if mkdir(path, 0o700) != 0, errno == ENOENT {
      try AbsolutePath.makeFolder(AbsolutePath.folder(of: path), as: path, orThrow: .dataDirUnwritable)
    }
    try make(path)
    try judgeRoot(closing: true)
  }

  /// Refuses a folder that others may write to, because they decide what it contains. A missing or empty one is harmless.
  /// - Parameter closing: makes an empty one private, because it was made for this purpose. Any other shared folder stays as it is.
  private func judgeRoot(closing: Bool = false) throws(CommandError) {
    var info = stat()
    guard stat(path, &info) == 0, info.st_mode & 0o022 != 0 else { return }
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? ["?"]
    guard entries.isEmpty, !closing || chmod(path, 0o700) == 0 else {
      throw CommandError(.dataDirOpenToOthers, ["path": path])
    }
  }

  private func make(_ folder: String) throws(CommandError) {
    let reason = mkdir(folder, 0o700) == 0 ? 0 : errno
    guard AbsolutePath.isFolder(folder) else {
      throw CommandError(.dataDirUnwritable, path: folder, SystemError(number: reason == EEXIST ? ENOTDIR : reason))
    }
    guard access(folder, W_OK | X_OK) == 0 else { throw CommandError(.dataDirUnwritable, path: folder) }
  }
}

package enum AbsolutePath {
  /// Relative paths start from the working directory; `~` is left to the shell; `.` and `..` are resolved by name.
  package static func of(_ path: String, in folder: String = FileManager.default.currentDirectoryPath) -> String {
    let whole = path.hasPrefix(bytes: "/") ? path : folder + "/" + path
    var parts: [String] = []
    for part in whole.split(scalar: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(String(part)) }
    }
    return "/" + parts.joined(separator: "/")
  }

  /// Everything before the last component; the root's own folder is the root, a bare name's is empty.
  package static func folder(of path: String) -> String {
    let folder = path.split(scalar: "/").dropLast().joined(separator: "/")
    return path.hasPrefix(bytes: "/") ? "/" + folder : folder
  }

  /// Makes a folder, and those around it, unless it is there.
  /// - Parameter shown: the path in the error; by default the folder's.
  package static func makeFolder(
    _ folder: String, as shown: String? = nil, mode: Int? = nil, orThrow code: CommandError.OwnCode
  ) throws(CommandError) {
    let attributes = mode.map { [FileAttributeKey.posixPermissions: $0] }
    do {
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true, attributes: attributes)
    } catch { throw CommandError(code, path: shown ?? folder, reason(of: error)) }
  }

  /// The names in a folder that end like this, sorted, without hidden ones. Empty if the folder cannot be read.
  package static func names(in folder: String, endingIn suffix: String = "") -> [String] {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return all.filter { $0.hasSuffix(bytes: suffix) && !$0.hasPrefix(bytes: ".") }.sorted()
  }

  package static func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  package static func reason(of error: any Error) -> Term {
    let underlying = (error as? CocoaError)?.underlying as? POSIXError
    return underlying.map { SystemError(number: $0.code.rawValue).term } ?? .value("\(error)")
  }
}
