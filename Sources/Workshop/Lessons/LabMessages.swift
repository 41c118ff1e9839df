import AppState
import Catalogue
import FoundationEssentials
import SharedValues

package struct LabMessage: Hashable, Sendable {
  package var from: Party
  package var to: Party
  package var content: Message.Content
  /// The lab phone that it belongs to; `nil`: none.
  package var phone: String?
  package var step: FlowStep?
  package var flow: FlowMark?

  package init(
    from: Party, to: Party, _ content: Message.Content, phone: String? = nil, step: FlowStep? = nil,
    flow: FlowMark? = nil
  ) {
    (self.from, self.to, self.content, self.phone) = (from, to, content, phone)
    (self.step, self.flow) = (step, flow)
  }
}

/// The messages of labs: one log per lab with a part for each step. A log stays until the lab is reset or run again,
/// and is separate from the phone's.
extension Phone<Lessons> {
  mutating func beginMessages(of lesson: Lesson) {
    own.begun += 1
    let subject = MessageLog.Subject(
      id: "\(lesson.id).\(own.begun)", name: lesson.id, title: lesson.spoken(in: state.language.tag).title)
    own.logs[lesson.id] = MessageLog(about: subject)
  }

  mutating func beginMessages(of step: Int, of lesson: Lesson, isChanged: Bool = false) {
    var title = lesson.spoken(in: state.language.tag).steps[step].title
    if isChanged { title = Catalogue(state.language)(.lessonChanged, ["title": title]) }
    own.logs[lesson.id]?.begin(step + 1, title)
  }
}

extension Lessons {
  /// Ignores messages of a lab that has been stopped.
  mutating func receive(_ message: LabMessage, at time: Date) {
    guard let id = running?.lesson else { return }
    logs[id]?.append(
      from: message.from, to: message.to, message.content, at: time, step: message.step, flow: message.flow,
      phone: message.phone)
  }

  var messagesOfLab: MessageLog? { view.opened.flatMap { logs[$0] }.flatMap { $0.isEmpty ? nil : $0 } }
}
