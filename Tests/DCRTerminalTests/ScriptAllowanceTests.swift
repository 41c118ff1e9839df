import ArgumentParser
import Foundation
import SharedValues
import Testing

@testable import AppConfiguration
@testable import Automation
@testable import DCRTerminal
@testable import Edge
@testable import Evidence
@testable import IdentityServerProgram

/// A stranger's script reaches no file outside its device's folder, no program and no server, whatever line it uses.
@Suite struct ScriptAllowanceTests {
  private func faults(_ text: String, _ confinement: Confinement = .whole) -> [ScriptFault] {
    do throws(ScriptFaults) {
      _ = try ScriptReader.read(Array((text + "\nquit").utf8), path: "x.script", confinement: confinement)
      return []
    } catch { return error.all }
  }

  /// Each option before the start, at a later start, and at another command.
  @Test(arguments: [
    "--data-dir /home/somebody", "--data-dir=/home/somebody", "--config /etc/x.json", "--config=@folder/own.json",
    "--log-file /home/somebody/.profile", "--log-file=/x", "--log-file ../x", "--log-file @folder/../../x",
    "--log-file @folder", "--log-file @folder/", "--log-file @folder//x", "--log-file @folderx/y",
    "--browser-command \"sh -c id\"", "--browser-command=id", "--browser system", "--browser=command",
    "--faults /etc/passwd", "--faults ./f.json", "--keystore-passphrase-file /etc/passwd", "--mirror @folder/m",
    "--unknown", "--", "-x", "--device --data-dir", "--log-file", "--login-origin https://elsewhere.org",
  ])
  func optionsThatLeadOutside(_ words: String) {
    for line in ["option \(words)", "quit\nstart \(words)", "command flow \(words)"] {
      let found = faults(line)
      #expect(found.count == 1, "\(line): \(found)")
    }
  }

  @Test(arguments: [
    "keystore reset --yes --data-dir /home/somebody", "keystore export --reveal -o /home/somebody/.bashrc",
    "keystore export --output=/tmp/x", "keystore export -o/tmp/x", "keystore export -yo /tmp/x", "flow --har /tmp/x",
    "keystore --data-dir reset", "clients token --output ../x", "templates add x --metadata /etc/passwd",
    "users add x --password-file ~/secret", "checks report --out /tmp/x", "checks check /etc/passwd",
    "checks check @folder/../x", "replay /tmp/x.zip", "replay --json ../x.zip",
    "keystore passphrase --new-passphrase-file /x",
    "doctor --config x", "serve", "record x", "uri-handler install", "open-uri x:/y", "age decrypt x", "script x",
    "gallery --out x", "play x",
  ])
  func commandsThatLeadOutside(_ words: String) {
    for line in ["command \(words)", "command-fails 1 \(words)"] { #expect(faults(line).count == 1, "\(line)") }
  }

  @Test(arguments: [
    #"browserCommand "sh -c id""#, #"browser "system""#, #"userAgent "system""#, #"proxy "http://10.0.0.1:3128""#,
    #"proxy "127.0.0.1:6379""#, #"proxy "socks5://elsewhere.org""#, #"browser "command""#,
    #"issuer "https://id.elsewhere.org""#,
    #"issuer "HTTPS://id.elsewhere.org""#, #"issuer "https://localhost@elsewhere.org/""#,
    #"issuer "https://localhost.elsewhere.org/""#, #"issuer "https://localhost:8443/oauth/v2/oauth-anonymous""#,
    #"issuer "http://127.0.0.1:631/""#, #"issuer "https://[2001:db8::1]/""#, #"issuer "https://""#,
    #"applicationServer "https://elsewhere.org/""#, #"applicationServer "https://localhost/x""#,
    #"redirectUri "https://elsewhere.org/cb""#, #"postLogoutRedirectUri "https://elsewhere.org/cb""#,
    #"trustedCertificates "/etc/ssl/certs/x.pem""#, #"trustedCertificates ["a.pem", "../b.pem"]"#,
    #"initialAccessTokenFile "/etc/passwd""#, #"deviceCertificate "../x""#, #"deviceKey "/home/x/.ssh/id_rsa""#,
    #"faults "/etc/passwd""#, #"faults "../f.json""#,
    #"embeddedServer {"users": [{"name": "x", "passwordFile": "/etc/passwd"}]}"#,
    #"embeddedServer.users [{"name": "x", "passwordFile": "../x"}]"#,
  ])
  func configurationThatLeadsOutside(_ member: String) {
    for line in ["config \(member)", "quit\nconfig \(member)"] {
      #expect(faults(line).count == 1, "\(line): \(faults(line))")
    }
  }

  @Test(arguments: [
    "write config.json {}", "move x config.json", "write ../x y", "write /x y", "write data/../../x y", "remove ../x",
    "move x ../y", "mode ../x 644",
  ])
  func filesThatLeadOutside(_ line: String) { #expect(faults(line).count == 1) }

  @Test(arguments: [
    "option --log-file @folder/logs/a.log --log-level trace", "option --faults offline --faults=@folder/f.json",
    "option --browser manual --browser in-app", "option --device phone-2",
    "command keystore export --reveal -o @folder/x.json", "command keystore export --output -",
    "command replay @evidence",
    "command clients show @client --json", "command checks check @folder/a.json @folder/data/b.json",
    "command users list --search o'hara", #"config issuer "https://localhost:@port/oauth/v2/oauth-anonymous""#,
    #"config issuer "https://id.example""#, #"config redirectUri "http://127.0.0.1:0/callback""#,
    #"config trustedCertificates ["certs/a.pem"]"#, #"config faults "offline""#, #"config proxy "none""#,
    #"config userAgent "device-code""#, #"config unheardOf "https://x.org""#,
    "write data/config.json {}", "remove config.json",
  ])
  func linesThatStayInsideAreAllowed(_ line: String) { #expect(faults(line) == [], "\(line)") }

  @Test func theUserMayAllowProgramsAndServers() {
    let programs = Confinement(allowsPrograms: true, allowsServers: false)
    #expect(faults(#"config browserCommand "w3m %u""#, programs) == [])
    #expect(faults("option --browser-command \"w3m %u\"", programs) == [])
    #expect(faults(#"config issuer "https://elsewhere.org""#, programs).count == 1)
    let servers = Confinement(allowsPrograms: false, allowsServers: true)
    #expect(faults(#"config issuer "https://elsewhere.org""#, servers) == [])
    #expect(faults(#"config browserCommand "w3m %u""#, servers).count == 1)
    // Files stay inside the folder, whatever is allowed.
    #expect(faults("option --log-file /x", .none).count == 1)
    #expect(faults("option --data-dir /x", .none).count == 1)
  }

  /// A new option of a command that scripts may call, and a new member of the configuration, must be judged here.
  @Test func everyOptionIsJudged() throws {
    let commands = DCRTerminalCommand.configuration.subcommands.filter {
      ScriptAction.commands.contains($0._commandName) || $0._commandName == RunCommand._commandName
    }
    #expect(commands.count == ScriptAction.commands.count + 1)
    var seen: Set<String> = []
    // The server's program parses the words of the administration commands.
    let administration = IdentityServerProgram.configuration.subcommands.filter {
      ScriptAction.commands.contains($0._commandName)
    }
    for command in commands.filter({ !($0 is any AdministrationCommand.Type) }) + administration {
      seen.formUnion(ScriptAllowanceTests.options(in: command))
      for inner in command.configuration.subcommands { seen.formUnion(ScriptAllowanceTests.options(in: inner)) }
    }
    #expect(seen.count > 40)
    let judged = Set(ScriptAllowance.options.keys).union(ScriptAllowance.reserved)
    #expect(seen.subtracting(judged) == [], "options without a judgement")
    #expect(Set(ScriptAllowance.options.keys).subtracting(seen) == [], "options that no command has")
  }

  /// The options in a command's help, hidden ones included.
  private static func options(in command: any ParsableCommand.Type) -> Set<String> {
    var found: Set<String> = []
    for line in command.helpMessage(includeHidden: true, columns: 200).split(separator: "\n")
    where line.hasPrefix("  -") {
      for word in line.split(whereSeparator: { $0 == " " || $0 == "," || $0 == "/" }) {
        guard word.hasPrefix("-") else { break }
        found.insert(String(word))
      }
    }
    return found
  }

  @Test func everyMemberOfTheConfigurationIsJudged() throws {
    let path = URL(filePath: #filePath).appending(path: "../../../docs/config.schema.json").standardized
    let schema = try JSON.parse(Array(Data(contentsOf: path)))
    var paths: Set<String> = []
    func walk(_ json: JSON, _ prefix: String) {
      for member in json["properties"]?.objectValue ?? [] {
        let path = prefix.isEmpty ? member.name : "\(prefix).\(member.name)"
        paths.insert(path)
        walk(member.value, path)
        member.value["items"].map { walk($0, path) }
        for choice in member.value["oneOf"]?.arrayValue ?? [] { walk(choice, path) }
      }
    }
    walk(schema, "")
    let reachNothing: Set<String> = [
      "registrationClientID", "clientID", "clientKey", "scope", "registration", "softwareId", "deviceClientID",
      "browserTakesTerminal", "appID",
      "allowLocalhostRedirect", "allowPlainHTTPLoopback", "silentStart", "clientAuthentication", "dpop",
      "pushedAuthorization",
      "userPresence", "profile", "allowDowngrade", "deadlines", "authorizationParameters",
      "embeddedServer",
      "embeddedServer.lifetimes", "embeddedServer.limits", "embeddedServer.policies", "embeddedServer.devicePort",
      "embeddedServer.adminPort", "embeddedServer.users", "embeddedServer.users.name", "embeddedServer.users.givenName",
      "embeddedServer.users.familyName", "embeddedServer.users.email", "embeddedServer.users.roles",
      "embeddedServer.users.claims", "embeddedServer.administrator", "embeddedServer.administrator.name",
      "embeddedServer.appFingerprints", "embeddedServer.resources", "embeddedServer.resources.resource",
      "embeddedServer.resources.scopes",
    ]
    let inside = [
      "deadlines.", "authorizationParameters.", "embeddedServer.lifetimes.", "embeddedServer.limits.",
      "embeddedServer.policies.", "embeddedServer.users.claims.",
    ]
    let rest = paths.subtracting(reachNothing).filter { path in !inside.contains { path.hasPrefix($0) } }
    #expect(rest == Set(ScriptAllowance.members.keys))
  }
}

/// What a confined program may reach, and how it passes the confinement on to programs that it starts.
@Suite struct ConfinementTests {
  @Test(arguments: [
    ("localhost", true), ("127.0.0.1", true), ("127.255.0.9", true), ("::1", true), ("id.example", true),
    ("a.b.test", false), ("x.invalid", true), ("example.com", false), ("localhost.org", false),
    ("127.0.0.1.org", false),
    ("127.1", false), ("::2", false), ("0.0.0.0", false), ("169.254.169.254", false), ("10.0.0.1", false), ("", false),
  ])
  func hosts(_ host: String, _ isAllowed: Bool) {
    #expect(Confinement.whole.allows(host: host) == isAllowed)
    #expect(Confinement.none.allows(host: host))
  }

  @Test func isPassedOnInTheEnvironment() {
    for programs in [true, false] {
      for servers in [true, false] {
        let one = Confinement(allowsPrograms: programs, allowsServers: servers)
        #expect(Confinement(environment: one.environment) == one)
      }
    }
    #expect(Confinement.none.environmentValue == nil)
    #expect(Confinement(environment: [:]) == .none)
  }
}
