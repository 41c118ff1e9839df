import AppState
import Foundation
@testable import Samples
@testable import Screens
@testable import Workshop
import TerminalUI
import Testing

/// The moving arrow of the newest message: its pictures, and when it starts.
struct TravellingArrowTests {
  private let size = Size(110, 30)

  private func diagram(_ change: (inout AppState) -> Void = { _ in }) throws -> AppState {
    var state = try sample("sequence-complete")
    change(&state)
    return state
  }

  private func next(_ state: inout AppState) {
    state.messages.append(Message(from: .app, to: .keystore, .keystoreErased, at: state.now, step: nil))
  }

  private func begins(
    _ watch: inout ArrowWatch, _ state: AppState, _ size: Size = Size(110, 30), isSeen: Bool = true
  ) -> Bool {
    watch.note(state, size: size, isSeen: isSeen)
  }

  private func goesOn(_ watch: inout ArrowWatch) -> Bool { watch.moveOn() }

  @Test func halfWayIsAsItWas() throws {
    var state = try diagram()
    state.messages = Sample.messages(upTo: .registered)
    state.view.focus = .panel
    let arrow = TravellingArrow(message: state.messages.lastNumber - 1, step: 2)
    state.messagesView.selected = arrow.message
    let pictures = GoldenTests.variants.filter { $0.language == .english }.map { variant in
      let canvas = AppScreen.draw(state, size: variant.size, look: Look(glyphs: variant.glyphs), moving: arrow)
      return (variant.name, canvas.text + "\n")
    }
    try expect(pictures, in: "travelling")
  }

  /// The arrow moves from sender to receiver, farther with each step; the last picture is the one at rest.
  @Test func eachStepIsFartherThanTheLast() throws {
    let state = try diagram()
    for all in [1, 2, 5, 60] {
      let columns = (0...Motion.steps).map { TravellingArrow(message: 1, step: $0).columns(of: all) }
      #expect(columns == columns.sorted() && columns.first == 1 && columns.last == all)
    }
    let last = state.messages.lastNumber
    let pictures = (0...Motion.steps).map {
      AppScreen.draw(state, size: size, look: Look(), moving: TravellingArrow(message: last, step: $0)).text
    }
    #expect(Set(pictures).count > 3)
    #expect(pictures.last == AppScreen.draw(state, size: size, look: Look()).text)
  }

  @Test func onlyTheNewestMessageOfABurstTravels() throws {
    var (state, watch) = (try diagram(), ArrowWatch())
    #expect(!begins(&watch, state), "an old message travels again")
    next(&state)
    #expect(begins(&watch, state))
    #expect(goesOn(&watch))
    #expect(!begins(&watch, state), "the movement started again")
    #expect(watch.arrow == TravellingArrow(message: state.messages.lastNumber, step: 1))
    for _ in 0..<3 { next(&state) }
    #expect(begins(&watch, state))
    #expect(watch.arrow == TravellingArrow(message: state.messages.lastNumber))
    for _ in 1..<Motion.steps { #expect(goesOn(&watch)) }
    #expect(!goesOn(&watch) && watch.arrow == nil)
  }

  @Test(
    arguments: [
      { $0.preferences.motion = false }, { $0.view.tab = .messages }, { $0.messagesView.selected = 3 },
      { $0.messagesView.showsDetail = true },
      { $0.tools[PresenterTool.self].place = PresenterTool.Place(number: 1, count: 2) },
      { $0.view.showsHelp = true },
    ] as [@Sendable (inout AppState) -> Void])
  func nothingMovesWhereItIsUnwantedOrInvisible(_ change: @Sendable (inout AppState) -> Void) throws {
    var (state, watch) = (try diagram(change), ArrowWatch())
    #expect(!begins(&watch, state))
    next(&state)
    #expect(!begins(&watch, state) && watch.arrow == nil)
  }

  @Test func onThePhoneAloneInTheBrowserAndForAnotherPhoneNothingMoves() throws {
    var (state, watch) = (try diagram { $0.view.focus = .phone }, ArrowWatch())
    for (size, isSeen) in [(Size(80, 24), true), (size, false)] {
      _ = watch.note(state, size: size, isSeen: isSeen)
      next(&state)
      #expect(!begins(&watch, state, size, isSeen: isSeen))
    }
    _ = watch.note(state, size: size, isSeen: true)
    next(&state)
    state.settings.device = "phone-2"
    #expect(!begins(&watch, state))
  }
}
