import Glibc
import SmallFiles

struct PhoneFolders: Sendable {
  let path: String

  var names: [String] { DataDirectory.devices(in: path) }

  func summary(of name: String) -> PhoneSummary {
    let keystore = FileKeystore(directory: folder(name), passphrase: PassphraseBox())
    do { return PhoneSummary(name: name, condition: try keystore.inspect() == nil ? .fresh : .unopened) } catch {
      return PhoneSummary(name: name, condition: .damaged)
    }
  }

  /// `phone-2`, or the next free number. A deleted phone's name is not free while a secure element has its keys: a new phone starts without keys.
  func freeName(_ base: String = "phone") -> String {
    let keyed = (try? FileManager.default.contentsOfDirectory(atPath: path + "/secure-elements")) ?? []
    let taken = Set(names).union(keyed)
    return (2...).lazy.map { "\(base)-\($0)" }.first { !taken.contains($0) } ?? base
  }

  /// Makes a new phone with another's app data, as from a backup: keystore and device key. Cookies belong to the browser, certificates to the device,
  /// and the secure element's keys cannot be copied. The keystore must not be written meanwhile.
  /// - Throws: `phone_not_cloned`; nothing is left of the new phone then.
  func clone(_ from: String, to name: String) throws(PhoneProblem) {
    let target = folder(name)
    guard mkdir(target, 0o700) == 0 else { throw problem(target, SystemError.last) }
    do {
      // The device key is copied first: without it, a keystore looks as if it needed a passphrase.
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

  /// Only this user may read the copy, from its first byte on.
  private func copy(_ source: String, to target: String) throws(PhoneProblem) {
    guard let bytes = SmallFile.whole(source, limit: FileKeystore.maximumLength) else {
      throw problem(source, SystemError(number: EIO))
    }
    do { try SmallFile.replace(target, by: bytes) } catch { throw problem(target, error) }
  }

  func folder(_ name: String) -> String { path + "/devices/" + name }

  private func problem(_ path: String, _ error: SystemError) -> PhoneProblem {
    PhoneProblem(.phoneNotCloned, ["path": path, "detail": error])
  }
}
