import Programs
import Edge
import Glibc
import SmallFiles
import Catalogue
import FoundationEssentials
import Keystore
import SharedValues

package struct ScriptDevice: Hashable, Sendable {
  package let folder: String
  package let port: Int
  package var configuration: String { folder + "/config.json" }
  package var data: String { folder + "/data" }
  package var options: [String] { ["--config", configuration, "--data-dir", data] }
  package func remove() { try? FileManager.default.removeItem(atPath: folder) }

  /// - Throws: `script_device_failed` when it fails; `interrupted`.
  @MainActor
  package func run(
    _ command: String, _ words: [String], _ observer: any ScriptTerminalObserver
  ) async throws(CommandError) {
    let child = try ChildProcess(
      OwnPrograms.app, command.split(scalar: " ").map(String.init) + options + words, errors: .pipe)
    let written = Task { await child.readErrors() }
    while child.isRunning, !Interruption.hasCome { observer.wait(reading: [], writing: [], seconds: 0.05) }
    if Interruption.hasCome {
      await child.end()
      throw Interruption.error
    }
    let (exit, errors) = (await child.exit(), await written.value)
    guard exit != .code(0) else { return }
    let said = ProgramFailure(errors).map { "\($0.what): \($0.why)" }
    throw CommandError(
      .scriptDeviceFailed,
      ["detail": "dcr-terminal \(command): \(said ?? Catalogue()(.reasonServerEnded, ["code": "\(exit.status)"]))"])
  }

  /// Starts one of this program's commands on this device; the caller has to read its output and its errors.
  package func start(command words: [String]) throws(CommandError) -> ChildProcess {
    let own = words.prefix(ScriptAction.commandsWithSubcommands.contains(words.first ?? "") ? 2 : 1)
    // `replay` makes its own devices.
    let options = words.first == "replay" ? [] : options
    return try ChildProcess(OwnPrograms.app, own + options + words.dropFirst(own.count), output: .pipe, errors: .pipe)
  }

  /// Replaces `@folder`, `@client` and `@evidence` by this device's folder, its client ID and its latest evidence bundle.
  /// - Throws: the error of a keystore that cannot be read; `script_no_client`, `script_no_evidence`.
  package func filled(_ words: [String]) async throws(CommandError) -> [String] {
    var filled: [String] = []
    for word in words {
      switch word {
      case "@client": filled.append(try await clientID())
      case "@evidence": filled.append(try evidence())
      default: filled.append(withFolder(word))
      }
    }
    return filled
  }

  func withFolder(_ word: String) -> String { word.replacingBytes(of: "@folder", with: folder) }

  private func clientID() async throws(CommandError) -> String {
    let keystore = FileKeystore(directory: data + "/devices/phone", passphrase: PassphraseBox())
    do throws(KeystoreError) {
      if let id = try keystore.load()?.clientID { return id }
    } catch { throw CommandError(error) }
    throw CommandError(.scriptNoClient)
  }

  /// The latest bundle, found by its name, which ends in the time at which it was written.
  private func evidence() throws(CommandError) -> String {
    let names = AbsolutePath.names(in: data + "/exports", endingIn: ".zip")
    guard let last = names.last else { throw CommandError(.scriptNoEvidence) }
    return "\(data)/exports/\(last)"
  }
}

/// A step that changes the device's files; paths are relative to the device's folder.
package enum ScriptFileOperation: Hashable, Sendable {
  /// Writes one line to a file that only its owner may read; makes missing folders.
  case write(String, String)
  case remove(String)
  case move(String, String)
  case mode(String, mode_t)
  /// Sets a member of config.json by its path; an app that is running has read the file already.
  case configure(String, JSON)
}

extension ScriptDevice {
  /// - Throws: `script_file_failed`, with the path and the reason.
  package func perform(_ operation: ScriptFileOperation) throws(CommandError) {
    switch operation {
    case .write(let path, let text): try save(text + "\n", to: path)
    case .remove(let path): try judge(unlink("\(folder)/\(path)"), path)
    case .move(let path, let target): try judge(rename("\(folder)/\(path)", "\(folder)/\(target)"), path)
    case .mode(let path, let mode): try judge(chmod("\(folder)/\(path)", mode), path)
    case .configure(let member, let value):
      guard let text = try? String(contentsOfFile: configuration, encoding: .utf8), let json = try? JSON.parse(text)
      else { throw CommandError(.scriptFileFailed, path: "config.json", "it is not a JSON object") }
      try save(with(member, value, in: json).pretty + "\n", to: "config.json")
    }
  }

  private func save(_ text: String, to path: String) throws(CommandError) {
    let whole = "\(folder)/\(path)"
    try AbsolutePath.makeFolder(AbsolutePath.folder(of: whole), as: path, mode: 0o700, orThrow: .scriptFileFailed)
    try SmallFile.replace(whole, by: text, as: path, orThrow: .scriptFileFailed)
  }

  private func judge(_ result: Int32, _ path: String) throws(CommandError) {
    if result != 0 { throw CommandError(.scriptFileFailed, path: path) }
  }

  /// The configuration with this member added; `@port` in its value becomes the identity server's port.
  package func with(_ member: String, _ value: JSON, in configuration: JSON) -> JSON {
    let filled = (try? JSON.parse(value.compact.replacingBytes(of: "@port", with: "\(port)"))) ?? value
    return configuration.setting(path: member, filled)
  }
}

extension JSON {
  /// Sets a member by its path: `a.b` is a member of the member `a`, which is made if it is missing.
  fileprivate func setting(path: String, _ value: JSON) -> JSON {
    guard let dot = path.firstIndex(ofScalar: ".") else { return setting(path, value) }
    let first = String(path[..<dot])
    return setting(first, (self[first] ?? .object([])).setting(path: String(path.after(dot)), value))
  }
}
