import AppState
import Screens
import TerminalUI

extension MessagesTool: ToolView {
  package static func files(_ state: AppState) -> [String] {
    guard case .done(let receipt)? = state[Self.self].export?.outcome else { return [] }
    return receipt.files
  }
}

extension MessagesTool {
  package static func draw(_ tab: PanelTab, _ state: AppState, on picture: inout Picture, in rect: Rect) -> Int {
    tab == .sequence ? picture.drawSequence(Phone(state), in: rect) : picture.drawMessages(Phone(state), in: rect)
  }

  package static func lines(_ tab: PanelTab, _ state: AppState, _ look: Look) -> [StyledLine]? {
    MessagesInLines.lines(tab, Phone(state), look)
  }

  package static func keys(_ tab: PanelTab, _ state: AppState) -> [Binding] { MessagesKeys.bindings(Phone(state)) }
  package static func scrolls(_ tab: PanelTab, _ state: AppState) -> Bool { state[Self.self].view.showsDetail }
  package static func showsSecrets(_ tab: PanelTab, _ state: AppState) -> Bool { state[Self.self].view.showsDetail }

  /// Lists and diagrams are useful with few rows; an opened message needs more.
  package static func leastRows(_ tab: PanelTab, _ state: AppState) -> Int {
    state[Self.self].view.showsDetail ? 14 : 6
  }

  /// Shows the server's view of a revocation beside the phone's response. An opened message needs the room itself.
  package static func companion(of tab: PanelTab, _ state: AppState) -> PanelTab? {
    tab == .sequence && state.settings.embeddedServer && !state[Self.self].view.showsDetail ? .server : nil
  }

  package static func editedField(_ tab: PanelTab, _ state: AppState) -> InputField? {
    guard tab == .messages, state[Self.self].view.search?.edits == true else { return nil }
    return .tool("search", .searchHint) { .messagesView(.editSearch($0)) }
  }
}

extension PlainText {
  /// One line about a message, for a running commentary: parties, request, result.
  package static func line(for message: Message, look: Look) -> String {
    let summary = MessageSummary(message, look)
    let parties =
      "\(look.catalogue(message.from.fullName)) \(look.catalogue(.plainTo)) \(look.catalogue(message.to.fullName))"
    let text = [summary.name.text, summary.object, summary.status].filter { !$0.isEmpty }.joined(separator: " ")
    let touched = message.faultsInWords(look).map { " (\($0))" } ?? ""
    return TextLayout.clip("\(parties): \(text)\(touched)", to: Int.max)
  }
}
