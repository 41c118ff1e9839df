import Catalogue
import Foundation
import Screens
import SharedValues
import TerminalUI
import Testing

@testable import AppConfiguration
@testable import Automation
@testable import DCRTerminal
@testable import Edge
@testable import Evidence
@testable import Workshop

/// How scripts are read, and what the errors about a wrong one say.
@Suite struct ScriptReaderTests {
  private func read(_ text: String) throws(ScriptFaults) -> Script {
    try ScriptReader.read(Array(text.utf8), path: "folder/my-case.script")
  }

  @Test func aByteOrderMarkAndTheLineEndsOfWindowsAreRead() throws {
    #expect(try read("\u{FEFF}press tab\r\nquit\r\n").steps.count == 2)
    #expect(try read("\u{FEFF}# Signs in\npress tab").title == "Signs in")
  }

  /// Pictures go into a folder with the script's name, which cannot lead into another folder.
  @Test(arguments: [
    ("my-case.script", "my-case"), ("case", "case"), (".script", ".script"), ("..script", "..script"),
    ("...script", "...script"),
  ])
  func theNameOfAScriptIsNoPlace(_ name: String, _ id: String) throws {
    #expect(try ScriptReader.read(Array("press tab".utf8), path: "folder/" + name).id == id)
  }

  @Test func readsTitleSetupAndSteps() throws {
    let script = try read(
      """
      # Signs in
      # more about it
      size 80x24
      lang de
      device locked   # under a passphrase
      option --ascii --theme light
      config silentStart true
      config embeddedServer.lifetimes {"accessToken": 8}

      press tab down*3 ctrl-c q
      type "a \\"b\\" \\\\ # c"
      login demouser Password1
      expect "one" "two words"
      expect-not error none
      expect screen registration
      expect exit 130
      wait 0.5
      timeout 20
      resize 40x15
      picture last-1
      click 12 7
      click 12
      command clients revoke @client
      quit
      command-fails 65 doctor --start
      expect output "one" "two words"
      write data/x.json {"a": "b"}  # c
      mode data/x.json 640
      move data/x.json y
      remove y
      config scope "openid"
      start --ascii
      """)
    #expect((script.id, script.title, script.path) == ("my-case", "Signs in", "folder/my-case.script"))
    #expect(script.setup.size == Size(80, 24))
    #expect(script.setup.language == .german)
    #expect(script.setup.device == .locked)
    #expect(script.setup.options == ["--ascii", "--theme", "light"])
    #expect(script.setup.configuration["silentStart"] == true)
    #expect(script.setup.configuration["embeddedServer.lifetimes"] == ["accessToken": 8])
    let keys = ["tab", "down", "down", "down", "ctrl-c", "q"].compactMap(ScriptKey.init)
    #expect(
      script.steps.map(\.action) == [
        .press(keys), .type("a \"b\" \\ # c"), .login(user: "demouser", password: "Password1"),
        .expect(.texts(["one", "two words"]), isMet: true), .expect(.absent("error"), isMet: false),
        .expect(.fact("screen", "registration"), isMet: true), .expect(.exit(130), isMet: true), .wait(0.5),
        .timeout(20), .resize(Size(40, 15)), .picture("last-1"), .clickAt(Point(11, 6)), .click("12"),
        .command(["clients", "revoke", "@client"], exit: 0),
        .quit, .command(["doctor", "--start"], exit: 65), .expect(.output(["one", "two words"]), isMet: true),
        .file(.write("data/x.json", "{\"a\": \"b\"}  # c")), .file(.mode("data/x.json", 0o640)),
        .file(.move("data/x.json", "y")), .file(.remove("y")), .file(.configure("scope", "openid")),
        .start(["--ascii"]),
      ])
    #expect(script.steps.first?.line == 10)
    #expect(script.steps.last?.text == "start --ascii")
    #expect(script.preparation.isEmpty)
  }

  /// File operations at the beginning are preparation: they happen before the app starts.
  @Test func filesThatStandFirstArePreparation() throws {
    let script = try read("option --ascii\nwrite a b\nconfig scope \"openid\"\nquit\nremove a")
    #expect(script.setup.configuration.isEmpty)
    #expect(script.preparation.map(\.action) == [.file(.write("a", "b")), .file(.configure("scope", "openid"))])
  }

  /// Line, column and fault; a word of the reason identifies the fault.
  @Test(arguments: [
    ("pres enter", 1, 1, "“pres” is not a step"), ("press entr", 1, 7, "“entr” is not a key"),
    ("press down*0", 1, 7, "not a key"), ("press", 1, 6, "something is missing after “press”"),
    ("type \"open", 1, 6, "has no end"), ("type \"a\"b", 1, 9, "without a space"),
    ("type \"\\n\"", 1, 7, "after a backslash"), ("type a b", 1, 8, "“b” is too much"),
    ("expect screen registratoin", 1, 15, "“registratoin” is none"), ("expect state x", 1, 14, "none of the names"),
    ("expect nothing", 1, 8, "nothing that can be expected"), ("expect \"\"", 1, 8, "an empty text"),
    ("expect exit 256", 1, 13, "not a number"), ("wait -1", 1, 6, "not a number"), ("wait nan", 1, 6, "not a number"),
    ("timeout 10000", 1, 9, "not a number"), ("resize 80", 1, 8, "not a size"), ("resize 0x5", 1, 8, "not a size"),
    ("size 80x24x3\nquit", 1, 6, "not a size"), ("device new\nquit", 1, 8, "none of the names"),
    ("lang fr\nquit", 1, 6, "none of the names"), ("quit\nsize 80x24", 2, 1, "started already"),
    ("size 80x24\nsize 80x24\nquit", 2, 1, "second time"), ("picture Übersicht", 1, 9, "none of the names"),
    ("picture a\npicture a", 2, 9, "a picture “a” already"), ("config a.b {\nquit", 1, 12, "not a JSON value"),
    ("config a..b 1\nquit", 1, 13, "not a JSON value"), ("option --plain\nquit", 1, 8, "the script's own"),
    ("option --data-dir=/\nquit", 1, 8, "the script's own"),
    ("option --unknown\nquit", 1, 8, "not an option that a script"),
    ("command serve", 1, 9, "none of the names"), ("command-fails doctor", 1, 15, "not a number"),
    ("write ../x y", 1, 7, "leads out of"), ("write /etc/x y", 1, 7, "leads out of"),
    ("remove a//b", 1, 8, "leads out of"),
    ("write x", 1, 8, "something is missing after “x”"), ("mode x 999", 1, 8, "not a number"),
    ("mode x 7777", 1, 8, "not a number"), ("move x", 1, 7, "something is missing"),
    ("expect output", 1, 14, "missing"),
    ("quit\nconfig scope", 2, 13, "missing"), ("", 1, 1, "nothing is played"),
    ("# alone\n", 2, 1, "nothing is played"),
    ("type a\u{1B}b", 1, 7, "control character"),
  ])
  func saysWhatIsWrongAndWhere(_ text: String, _ line: Int, _ column: Int, _ reason: String) throws {
    do {
      _ = try read(text)
      Issue.record("read: \(text)")
    } catch {
      let fault = try #require(error.all.first)
      #expect((fault.line, fault.column) == (line, column), "\(fault)")
      #expect(fault.reason.contains(reason), "\(fault)")
      #expect(!fault.hint.isEmpty)
      #expect(error.all.count == 1)
    }
  }

  @Test func saysEverythingAtOnce() throws {
    do {
      _ = try read("pres enter\npress enter\nexpect scren x\nwait soon")
      Issue.record("read")
    } catch {
      #expect(error.all.map(\.line) == [1, 3, 4])
      let report = error.errors[0].report()
      #expect(report.contains("folder/my-case.script:1:1"))
      #expect(report.contains("hint: one of: press"))
      #expect(error.errors[0].status == .data)
    }
  }

  @Test func refusesBinaryOrTooLongFiles() {
    #expect(throws: ScriptFaults.self) { try ScriptReader.read([0x23, 0xFF, 0x0A], path: "x") }
    #expect(throws: ScriptFaults.self) {
      try ScriptReader.read(Array(repeating: 0x20, count: ScriptReader.fileLimit + 1), path: "x")
    }
    #expect(throws: ScriptFaults.self) {
      try ScriptReader.read(Array(repeating: 0x0A, count: ScriptReader.lineLimit + 1), path: "x")
    }
  }

  /// A line with as many words as a file can hold, and one word as long as the file, are refused like any others. In an earlier version
  /// each word kept the rest of its line: 16 GB in all.
  @Test(.timeLimit(.minutes(1)), arguments: ["a ", "a"])
  func theLongestLineIsRefusedSoon(_ part: String) throws {
    let text = String(repeating: part, count: ScriptReader.fileLimit / part.utf8.count)
    let faults = #expect(throws: ScriptFaults.self) { try ScriptReader.read(Array(text.utf8), path: "x") }
    #expect(faults?.all.count == 1 && faults?.all.first?.reason.contains("is not a step") == true)
  }

  /// Each script in the folder is built in and readable, and its title says what it is about.
  @Test func everyScriptOfThePlanIsBuiltIn() throws {
    let folder = URL(filePath: #filePath).appending(path: "../../../Sources/Automation/TestPlan").standardized
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".script") }
    #expect(names.sorted() == BuiltInScripts.files.map(\.name).sorted())
    #expect(names.count >= 30)
    var titles: Set<String> = []
    for file in BuiltInScripts.files {
      let script = try ScriptReader.read(file.bytes, path: file.name)
      #expect(script.title != script.id && titles.insert(script.title).inserted, "\(file.name)")
    }
  }

  /// The document names exactly the words that the reader knows.
  @Test func theDocumentNamesEveryWord() throws {
    let path = URL(filePath: #filePath).appending(path: "../../../docs/scripts.md").standardized
    let text = try String(contentsOf: path, encoding: .utf8)
    let words = ScriptSetup.words + ScriptAction.words + ScriptAction.commands + ScriptCondition.pages
    let kinds: [ScreenFact] = [.screen, .sheet, .state, .panel]
    for word in words + kinds.flatMap({ $0.names(with: Workshop.tools) ?? [] })
      + ScriptSetup.Device.allCases.map(\.rawValue)
    {
      #expect(text.contains("`\(word)`") || text.contains("`\(word) ") || text.contains(" \(word)`"), "\(word)")
    }
  }
}
