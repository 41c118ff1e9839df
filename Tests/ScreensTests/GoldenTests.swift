import AppState
import Catalogue
import Foundation
import Screens
import TerminalUI
import TestSupport
import Testing

@testable import Samples
@testable import Workshop

/// Every state of the registry as a whole screen in the largest and the smallest size; one of each kind of screen in the size between them,
/// in ASCII, and in the other languages.
///
/// `UPDATE_GOLDENS=1 swift test` rewrites them; a golden that is missing, differs or belongs to no state fails.
struct GoldenTests {
  static let sizes = [Size(110, 30), Size(80, 24), Size(40, 15)]
  static let variants =
    sizes.flatMap { size in Glyphs.allCases.map { Variant(size: size, glyphs: $0) } }
    + sizes.dropFirst().flatMap { size in [Language.german, .swedish].map { Variant(size: size, language: $0) } }

  /// One screen of each kind.
  private static let selected: Set = [
    "about", "appearance", "authenticated", "authenticated-roles", "authenticated-secret-nearly-expired",
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
    "unlock-wrong", "xray-device", "xray-element", "xray-trial-tag",
  ]

  struct Variant: CustomTestStringConvertible, Sendable {
    var size: Size
    var glyphs = Glyphs.unicode
    var language = Language.english

    var states: [(name: String, state: AppState)] {
      let hasAll = language == .english && glyphs == .unicode && size != sizes[1]
      return hasAll ? StateRegistry.all : StateRegistry.all.filter { selected.contains($0.name) }
    }
    var name: String {
      let tail = language == .english ? "" : "-" + language.rawValue
      return "\(size.width)x\(size.height)-\(glyphs.rawValue)\(tail)"
    }
    var testDescription: String { name }
  }

  @Test(arguments: variants)
  func everyScreenIsAsItWas(_ variant: Variant) throws {
    let look = Look(catalogue: Catalogue(variant.language), glyphs: variant.glyphs)
    try expect(
      variant.states.map { ($0.name, AppScreen.draw($0.state, size: variant.size, look: look).text + "\n") },
      in: variant.name)
  }

  @Test func everyNameIsAState() {
    #expect(Self.selected.subtracting(StateRegistry.all.map(\.name)) == [])
  }

  @Test func noGoldenIsLeftOver() throws {
    let folders = Self.variants.map(\.name) + ["roles", "travelling", "150x50-unicode"]
    #expect(try GoldenFolder.leftOver(but: folders) == [], "no test compares these")
  }

  /// A few states in the largest size, because most screens only have more space there.
  @Test func wideScreensAreAsTheyWere() throws {
    let names = ["authenticated", "messages", "message-registration", "sequence-detail", "step-register"]
    let screens = try names.map { name in
      let state = try sample(name)
      return (name, AppScreen.draw(state, size: Size(150, 50), look: Look()).text + "\n")
    }
    try expect(screens, in: "150x50-unicode")
  }

  /// The roles of cells, once for each kind of screen: a golden of text alone would miss a wrong colour.
  @Test func rolesAreAsTheyWere() throws {
    let names = [
      "registration", "authenticated", "banner-server-refused", "messages", "sequence-complete", "server-clients",
    ]
    let maps = try names.map { name in
      let state = try sample(name)
      return (name, AppScreen.draw(state, size: Size(110, 30), look: Look()).roleMap + "\n")
    }
    try expect(maps, in: "roles")
  }
}

/// Compares the screens with this folder of goldens beside the tests.
func expect(
  _ screens: [(name: String, text: String)], in folder: String, sourceLocation: SourceLocation = #_sourceLocation
) throws {
  for difference in try GoldenFolder(folder).differences(from: screens) {
    Issue.record("\(difference)", sourceLocation: sourceLocation)
  }
}
