import Catalogue
import Foundation
import ScreenMirror
import SharedValues
import TerminalUI
import Testing

@testable import InAppBrowser

/// The registry has every kind of thing that the browser's screen can show. The switches are exhaustive, so a new case does
/// not compile until it is handled here.
@Suite struct BrowserRegistryTests {
  private let states = BrowserRegistry.all.map { $0.state(size: Size(80, 24)) }

  @Test func `names are unique and can be names of files`() {
    let names = BrowserRegistry.all.map(\.name)
    #expect(Set(names).count == names.count)
    for name in names { #expect(name.allSatisfy { $0.isLowercase || $0 == "-" }, "\(name)") }
  }

  @Test func `every content is shown`() {
    func kind(_ content: BrowserState.Content) -> String {
      switch content {
      case .blank: "blank"
      case .page(let page): page.needsJavaScript ? "scripts" : "page"
      case .failure: "failure"
      case .silent(.login): "silent login"
      case .silent(.signOut): "silent sign-out"
      case .returning: "returning"
      case .systemBrowser(let started): "system browser \(started)"
      }
    }
    #expect(
      Set(states.map { kind($0.content) }) == [
        "blank", "scripts", "page", "failure", "silent login", "silent sign-out", "returning", "system browser true",
        "system browser false",
      ])
    #expect(Set(states.compactMap { $0.loading?.sending }) == [true, false])
    #expect(states.contains { $0.select != nil } && states.contains(where: \.showsPanel))
    #expect(states.contains { $0.notice != nil } && states.contains(where: \.presenter))
  }

  /// An error without a sample ends the program or cannot occur; `BrowserErrorSamples` says which.
  @Test func `every error that can be seen is shown`() {
    let shown = Set(
      states.compactMap { state -> String? in
        if case .failure(let error) = state.content { error.code.rawValue } else { nil }
      })
    let samples =
      BrowserError.Code.allCases.filter { BrowserErrorSamples.sample($0) != nil }.map(\.rawValue)
      + TransportFailure.Code.allCases.filter { BrowserErrorSamples.sample($0) != nil }.map(\.rawValue)
    #expect(shown == Set(samples))
    #expect(shown.count == 26)
  }

  @Test func `every control is shown and every kind of focus`() {
    func next(_ kind: FormControl.Kind?) -> FormControl.Kind? {
      switch kind {
      case nil: .text
      case .text: .email
      case .email: .number
      case .number: .password
      case .password: .hidden
      case .hidden: .checkbox
      case .checkbox: .radio
      case .radio: .select
      case .select: .textarea
      case .textarea: .submit
      case .submit: .reset
      case .reset: .file
      case .file: nil
      }
    }
    let controls = Set(states.compactMap(\.page).flatMap { $0.controls.map(\.kind) })
    var kind = next(nil)
    while let wanted = kind {
      #expect(controls.contains(wanted), "\(wanted) is not shown")
      kind = next(wanted)
    }
    func name(_ target: BrowserTarget) -> String? {
      switch target {
      case .control: "control"
      case .link: "link"
      case .retry: "retry"
      case .leave: "leave"
      case .openSystemBrowser: "system browser"
      // Pressed with the mouse or with their own keys; they are not drawn as focused.
      case .option, .done, .cancelLoading, .finish, .togglePanel: nil
      }
    }
    #expect(
      Set(states.compactMap { $0.focus.flatMap(name) }) == ["control", "link", "retry", "leave", "system browser"])
  }

  @Test func `every end of a request and every change of a cookie is shown`() {
    func kind(_ outcome: Hop.Outcome?) -> String {
      switch outcome {
      case .status(let status): status < 300 ? "page" : "redirect"
      case .failed: "failed"
      case .handedOver: "handed over"
      case nil: "waiting"
      }
    }
    func kind(_ change: CookieChange.Kind) -> String {
      switch change {
      case .set: "set"
      case .removed: "removed"
      case .refused: "refused"
      }
    }
    let hops = states.flatMap(\.history)
    #expect(Set(hops.map { kind($0.outcome) }) == ["page", "redirect", "failed", "handed over", "waiting"])
    #expect(Set(hops.flatMap(\.cookieChanges).map { kind($0.kind) }) == ["set", "removed", "refused"])
  }

  @Test(arguments: Language.allCases)
  func `the gallery gets every state as it is drawn, the same every time`(_ language: Language) throws {
    let arguments = ["--gallery", "40x15", "--lang", language.rawValue]
    let lines = try #require(try GalleryFrames(asked: arguments)).lines()
    #expect(try GalleryFrames(asked: arguments)?.lines() == lines)
    let frames = lines.compactMap { MirrorFrame(Array($0.utf8)) }
    #expect(frames.count == BrowserRegistry.all.count)
    for (frame, entry) in zip(frames, BrowserRegistry.all) {
      guard case .picture(let canvas, let facts) = frame.content else { continue }
      #expect(facts["name"] == entry.name)
      let drawn = entry.frame(size: Size(40, 15), text: Catalogue(language)).canvas
      #expect(canvas.text == drawn.text && canvas.roleMap == drawn.roleMap, "\(entry.name)")
    }
  }

  @Test func `wrong requests are refused`() throws {
    #expect(try GalleryFrames(asked: ["https://localhost"]) == nil)
    for arguments in [["80"], ["80x0"], ["9999x9999"], ["axb"], ["80x24", "--lang", "tlh"]] {
      let frames = try #require(try GalleryFrames(asked: ["--gallery"] + arguments))
      #expect(throws: (any Error).self, "\(arguments)") { try frames.lines() }
    }
  }
}
