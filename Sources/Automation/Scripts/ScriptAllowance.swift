import FoundationEssentials
import SharedValues

/// Which options and members of the configuration a script may use: one list for `option`, `start`, `command` and `config`.
///
/// A script may come from a stranger. So it may only name files in its own device's folder, which is deleted afterwards; programs and servers need
/// the permission of the person who plays it. Everything else is refused.
struct ScriptAllowance: Hashable, Sendable {
  let confinement: Confinement

  enum Value: Hashable {
    case none
    /// A name or a number, which gives access to nothing.
    case text
    case file
    /// A file of faults, or the name of a preset.
    case faults
    /// A server that the app uses; ``redirect``: an address at which the app listens.
    case server, redirect
    case proxy
    /// The external user agent, which may be a program of the machine.
    case userAgent
    case program
  }

  /// The options of every command that a script may call; a name means the same for all commands.
  static let options: [String: Value] = [
    "--ascii": .none, "--as-script": .none, "--autoplay": .none, "--basic-terminal": .none, "--bench": .none,
    "--browser-takes-terminal": .none, "--ephemeral": .none, "--json": .none, "--no-color": .none, "--no-motion": .none,
    "--presenter": .none, "--register-again": .none, "--remove": .none, "--reveal": .none, "--reverse": .none,
    "--revoke-grants": .none, "--start": .none, "--yes": .none, "-y": .none,
    "--access-token": .text, "--app-id": .text, "--area": .text, "--compare": .text, "--device": .text,
    "--email": .text, "--family-name": .text,
    "--given-name": .text, "--lang": .text, "--lifetime": .text, "--limit": .text, "--log-level": .text,
    "--owner": .text, "--recipient": .text, "--roles": .text, "--run": .text, "--search": .text, "--sort": .text,
    "--status": .text, "--template": .text, "--tester": .text, "--theme": .text, "--until": .text, "--user": .text,
    "--username": .text,
    "--har": .file, "--keystore-passphrase-file": .file, "--log-file": .file, "--metadata": .file,
    "--new-passphrase-file": .file, "--out": .file, "--output": .file, "-o": .file, "--passphrase-file": .file,
    "--password-file": .file, "--to-passphrase-file": .file,
    "--faults": .faults, "--browser": .userAgent, "--browser-command": .program,
  ]

  /// Options that the script player sets itself, or that only the person at the program may use.
  static let reserved: Set<String> = [
    "--config", "--data-dir", "--mirror", "--markers", "--plain", "--help", "-h", "--version",
    "--server-options", "--login-origin",
  ]

  private static let takingFiles = ["checks", "replay"]

  /// The members of config.json that name something outside it, by path; an element of a list has the path of its list.
  static let members: [String: Value] = [
    "issuer": .server, "applicationServer": .server, "api": .server, "embeddedServer.origins": .server,
    "proxy": .proxy, "redirectUri": .redirect, "postLogoutRedirectUri": .redirect,
    "initialAccessTokenFile": .file, "clientSecretFile": .file, "deviceCertificate": .file, "deviceKey": .file,
    "trustedCertificates": .file, "brand": .file, "faults": .faults,
    "embeddedServer.users.passwordFile": .file, "embeddedServer.administrator.passwordFile": .file,
    "browser": .userAgent, "userAgent": .userAgent, "browserCommand": .program,
  ]

  func judge(_ words: ArraySlice<ScriptLine.Word>, of command: String, _ line: Int) throws(ScriptFault) {
    var rest = words
    let takesFiles = ScriptAllowance.takingFiles.contains(command)
    // The first word behind `checks` is its subcommand.
    var operands = ScriptAction.commandsWithSubcommands.contains(command) ? -1 : 0
    while let word = rest.popFirst() {
      guard word.text.hasPrefix(bytes: "-"), word.text != "-" else {
        if takesFiles, operands >= 0 { try judge(word, as: .file, behind: "@folder/", line) }
        operands += 1
        continue
      }
      // Before the subcommand, only the device's own options may stand.
      guard operands >= 0 else { throw fault(word, line, ScriptFault.noOption(word.text), ScriptFault.optionHint) }
      let parts = word.text.split(scalar: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = String(parts[0])
      guard !ScriptAllowance.reserved.contains(name) else {
        throw fault(word, line, "“\(word.text)” is the script's own", ScriptFault.optionHint)
      }
      guard let option = ScriptAllowance.options[name], option != .none || parts.count == 1 else {
        throw fault(word, line, ScriptFault.noOption(word.text), ScriptFault.optionHint)
      }
      guard option != .none else { continue }
      var value = word
      if parts.count == 2 {
        (value.text, value.column) = (String(parts[1]), word.column + parts[0].count + 1)
      } else {
        // The command's parser also takes a word with a leading hyphen for an option.
        guard let next = rest.popFirst(), next.text == "-" || !next.text.hasPrefix(bytes: "-") else {
          throw fault(word, line, "something is missing after “\(word.text)”", ScriptFault.optionHint)
        }
        value = next
      }
      try judge(value, as: option, behind: "@folder/", line)
    }
  }

  /// Judges a member of config.json by its path, and everything in its value.
  func judge(_ path: String, _ json: JSON, _ word: ScriptLine.Word, _ line: Int) throws(ScriptFault) {
    switch json {
    case .object(let members): for member in members { try judge("\(path).\(member.name)", member.value, word, line) }
    case .array(let items): for item in items { try judge(path, item, word, line) }
    case .string(let text):
      guard let value = ScriptAllowance.members[path] else { return }
      var word = word
      word.text = text
      try judge(word, as: value, behind: "", line)
    default: return
    }
  }

  /// - Parameter prefix: what the path of a file begins with: `@folder/` in an option, nothing in the configuration.
  private func judge(_ word: ScriptLine.Word, as value: Value, behind prefix: String, _ line: Int) throws(ScriptFault) {
    let text = word.text
    let isInFolder = ScriptAllowance.isInFolder(text, behind: prefix)
    switch value {
    case .none, .text: return
    case .file where isInFolder || !prefix.isEmpty && (text == "-" || text == "@evidence"): return
    case .faults where isInFolder || !text.contains(where: { $0 == "." || $0 == "/" }): return
    case .file, .faults:
      throw fault(
        word, line, ScriptFault.noPath(text), prefix.isEmpty ? ScriptFault.pathHint : ScriptAllowance.folderPathHint)
    case .server where isReachable(text, listensItself: false): return
    case .redirect where isReachable(text, listensItself: true): return
    case .proxy where confinement.allowsServers || text == "none": return
    case .server, .redirect, .proxy:
      throw fault(word, line, "“\(text)” is not the device's own server", ScriptAllowance.serverHint)
    case .userAgent where confinement.allowsPrograms || ["in-app", "manual", "device-code"].contains(text): return
    case .program where confinement.allowsPrograms: return
    case .userAgent, .program:
      throw fault(
        word, line, "“\(text)” would start a program of this computer",
        "if you trust the script, allow it: dcr-terminal script --allow-programs")
    }
  }

  /// Whether a script may reach this address: on this computer only the device's own server, at `@port`, because others may belong to other users.
  private func isReachable(_ text: String, listensItself: Bool) -> Bool {
    let address = text.replacingBytes(of: "@port", with: "\(ScriptAllowance.nobodysPort)")
    guard !confinement.allowsServers else { return true }
    guard confinement.allows(url: address) else { return false }
    guard let parts = URLComponents(string: address), let host = parts.host?.lowercased(), LoopbackHost.contains(host)
    else { return true }
    return listensItself || parts.port == ScriptAllowance.nobodysPort
  }

  /// Stands for `@port` while an address is judged. No server listens there (tcpmux, RFC 1078, historic).
  private static let nobodysPort = 1

  /// Whether a path behind the prefix consists of names only, without `.` and `..`.
  static func isInFolder(_ path: String, behind prefix: String) -> Bool {
    guard let parts = path.without(prefix: prefix)?.split(scalar: "/", omittingEmptySubsequences: false) else {
      return false
    }
    return !parts.contains { ["", ".", ".."].contains($0) }
  }

  private func fault(_ word: ScriptLine.Word, _ line: Int, _ reason: String, _ hint: String) -> ScriptFault {
    ScriptFault(line: line, column: word.column, reason: reason, hint: hint)
  }

  private static let folderPathHint = "a path within the device's folder, e.g. @folder/report"
  private static let serverHint = """
    write https://localhost:@port/…, or a name that ends in .example; if you trust the script, allow it: \
    dcr-terminal script --allow-servers
    """
}
