import AppState
import Catalogue
import Foundation
import Screens
import TerminalUI
import Testing

/// Every state of the registry as a whole screen, in every size and in both sets of characters; one of each kind of screen in the
/// other languages, too.
///
/// `UPDATE_GOLDENS=1 swift test` writes them anew; a golden that is missing, differs or belongs to no state fails.
struct GoldenTests {
  static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]
  static let variants =
    sizes.flatMap { size in Glyphs.allCases.map { Variant(size: size, glyphs: $0) } }
    + sizes.flatMap { size in [Language.german, .swedish].map { Variant(size: size, language: $0) } }

  /// What is drawn in the other languages.
  private static let translated: Set = [
    "appearance", "authenticated", "authenticated-roles", "authenticated-secret-nearly-expired",
    "banner-dead-registration", "banner-details", "banner-server-refused", "banner-transport", "check", "checks-list",
    "clock", "clock-skew", "confirm-clear-browser-data", "confirm-forget-device", "evidence-no-space",
    "evidence-written", "faults", "faults-defects", "faults-on", "faults-panel-message-open", "help", "help-panel",
    "keystore-damaged", "lesson-list", "lesson-step",
    "loading", "message-registration", "messages", "messages-filtered-nothing", "notice-forgot-device",
    "notice-signed-out", "phones", "presenter-playing", "presenter-start", "profile", "progress-register",
    "progress-registration-login", "registration", "registration-cancelled", "registration-server-failed", "role-ic",
    "role-manager", "sequence-complete", "sequence-empty", "server-client", "server-clients", "server-events",
    "server-sessions", "settings", "settings-static-client", "sign-up", "sign-up-missing", "state-authenticated",
    "state-no-client", "step-answer-wrong", "step-question", "step-register", "step-register-card", "unauthenticated",
    "unauthenticated-secret-expired",
    "unlock-wrong", "xray-device", "xray-trial-tag",
  ]

  struct Variant: CustomTestStringConvertible, Sendable {
    var size: Size
    var glyphs = Glyphs.unicode
    var language = Language.english

    var states: [(name: String, state: AppState)] {
      language == .english ? StateRegistry.all : StateRegistry.all.filter { translated.contains($0.name) }
    }
    var folder: URL {
      let tail = language == .english ? "" : "-" + language.rawValue
      return Goldens.folder.appendingPathComponent("\(size.width)x\(size.height)-\(glyphs.rawValue)\(tail)")
    }
    var testDescription: String { folder.lastPathComponent }
  }

  @Test(arguments: variants)
  func everyScreenIsAsItWas(_ variant: Variant) throws {
    for (name, state) in variant.states {
      let look = Look(catalogue: Catalogue(variant.language), glyphs: variant.glyphs)
      let text = AppScreen.draw(state, size: variant.size, look: look).text + "\n"
      try Goldens.compare(text, with: variant.folder.appendingPathComponent(name + ".txt"))
    }
  }

  @Test func everyNameIsAState() {
    #expect(Self.translated.subtracting(StateRegistry.all.map(\.name)) == [])
  }

  @Test(arguments: variants)
  func noGoldenIsLeftOver(_ variant: Variant) throws {
    let names = Set(variant.states.map { $0.name + ".txt" })
    let files = try FileManager.default.contentsOfDirectory(atPath: variant.folder.path)
    let stale = Set(files).subtracting(names)
    if Goldens.areUpdated {
      for name in stale { try FileManager.default.removeItem(at: variant.folder.appendingPathComponent(name)) }
    } else {
      #expect(stale.isEmpty, "no state is drawn as these: \(stale.sorted())")
    }
  }

  /// What cells mean, once for each kind of screen: a golden of text alone would not see a wrong colour.
  @Test(arguments: [
    "registration", "authenticated", "banner-server-refused", "messages", "sequence-complete", "server-clients",
  ])
  func rolesAreAsTheyWere(_ name: String) throws {
    let state = try #require(StateRegistry.all.first { $0.name == name }).state
    let map = AppScreen.draw(state, size: Size(110, 30), look: Look()).roleMap + "\n"
    try Goldens.compare(map, with: Goldens.folder.appendingPathComponent("roles/\(name).txt"))
  }
}

/// Reads and writes the files beside this one.
enum Goldens {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appendingPathComponent("Goldens")
  static let areUpdated = ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1"

  static func compare(_ text: String, with file: URL, sourceLocation: SourceLocation = #_sourceLocation) throws {
    if areUpdated {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
      return
    }
    guard let golden = try? String(contentsOf: file, encoding: .utf8) else {
      Issue.record("there is no golden \(file.lastPathComponent)", sourceLocation: sourceLocation)
      return
    }
    let name = "\(file.deletingLastPathComponent().lastPathComponent)/\(file.lastPathComponent)"
    #expect(text == golden, "\(name) differs:\n\(text)", sourceLocation: sourceLocation)
  }
}
