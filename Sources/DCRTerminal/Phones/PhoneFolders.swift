import AppState
import FoundationEssentials
import Glibc
import Keystore
import SmallFiles

/// The folders of all phones below `devices/`.
struct PhoneFolders: Sendable {
  /// The data directory.
  let path: String

  /// Those on disk, by name. What no device can be called is no device.
  var names: [String] {
    let entries = (try? FileManager.default.contentsOfDirectory(atPath: path + "/devices")) ?? []
    return entries.filter { DataDirectory.isDeviceName($0) && isFolder(folder($0)) }.sorted()
  }

  /// What can be said of a phone that nobody has switched on in this run, without opening its keystore.
  func summary(of name: String) -> PhoneSummary {
    let keystore = FileKeystore(directory: folder(name), passphrase: PassphraseBox())
    do {
      return PhoneSummary(name: name, condition: try keystore.inspect() == nil ? .fresh : .unopened)
    } catch {
      return PhoneSummary(name: name, condition: .damaged)
    }
  }

  /// `phone-2`, or the first number after it that is free. The name of a phone whose folder has gone is not, as long as a secure
  /// element has its keys: a new phone begins without any.
  func freeName(_ base: String = "phone") -> String {
    let keyed = (try? FileManager.default.contentsOfDirectory(atPath: path + "/secure-elements")) ?? []
    let taken = Set(names).union(keyed)
    return (2...).lazy.map { "\(base)-\($0)" }.first { !taken.contains($0) } ?? base
  }

  /// A new phone with the app data of another: keystore and key, as a backup that is restored elsewhere would bring them.
  /// Cookies stay behind, because they are the browser's, and so do certificates, which are the device's, and keys, which no copy of
  /// a secure element's phone has.
  ///
  /// Nobody may write to the keystore meanwhile.
  /// - Throws: `phone_not_cloned`; nothing is left of the new phone then.
  func clone(_ from: String, to name: String) throws(PhoneProblem) {
    let target = folder(name)
    guard mkdir(target, 0o700) == 0 else { throw problem(target, String(cString: strerror(errno))) }
    do {
      // The key goes first: a keystore without its key looks like one under a passphrase.
      for file in [FileKeystore.keyName, FileKeystore.fileName] {
        let source = folder(from) + "/" + file
        guard FileManager.default.fileExists(atPath: source) else { continue }
        try copy(source, to: target + "/" + file)
      }
    } catch {
      try? FileManager.default.removeItem(atPath: target)
      throw error
    }
  }

  /// For this user alone from its first byte on.
  private func copy(_ source: String, to target: String) throws(PhoneProblem) {
    guard let bytes = SmallFile.whole(source, limit: FileKeystore.maximumLength) else {
      throw problem(source, String(cString: strerror(EIO)))
    }
    do { try SmallFile.replace(target, by: bytes) } catch { throw problem(target, error.message) }
  }

  func folder(_ name: String) -> String { path + "/devices/" + name }

  private func isFolder(_ path: String) -> Bool {
    var isFolder = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder
  }

  private func problem(_ path: String, _ detail: String) -> PhoneProblem {
    PhoneProblem(.phoneNotCloned, ["path": path, "detail": detail])
  }
}
