import AppState
import Catalogue
import SharedValues

/// A message between the parties of a lab.
public struct LabMessage: Hashable, Sendable {
  public var from: Party
  public var to: Party
  public var content: Message.Content
  /// The lab phone that it belongs to; `nil`: none.
  public var phone: String?
  public var step: FlowStep?
  public var flow: FlowMark?

  public init(
    from: Party, to: Party, _ content: Message.Content, phone: String? = nil, step: FlowStep? = nil,
    flow: FlowMark? = nil
  ) {
    (self.from, self.to, self.content, self.phone) = (from, to, content, phone)
    (self.step, self.flow) = (step, flow)
  }
}

/// The messages of labs: one log per lab with a part for each step. A log stays until the lab is reset or run again,
/// and is separate from the phone's.
extension AppState {
  mutating func beginMessages(of lesson: Lesson) {
    lessons.begun += 1
    let subject = MessageLog.Subject(
      id: "\(lesson.id).\(lessons.begun)", name: lesson.id, title: lesson.spoken(in: language.tag).title)
    lessons.logs[lesson.id] = MessageLog(about: subject)
  }

  mutating func beginMessages(of step: Int, of lesson: Lesson, isChanged: Bool = false) {
    var title = lesson.spoken(in: language.tag).steps[step].title
    if isChanged { title = Catalogue(language)(.lessonChanged, ["title": title]) }
    lessons.logs[lesson.id]?.begin(step + 1, title)
  }

  /// Ignores messages of a lab that has been stopped.
  mutating func receive(_ message: LabMessage) {
    guard let id = lessons.running?.lesson else { return }
    let time = now
    lessons.logs[id]?.append(
      from: message.from, to: message.to, message.content, at: time, step: message.step, flow: message.flow,
      phone: message.phone)
  }

  /// The messages of the open lab.
  var messagesOfLab: MessageLog? {
    lessonView.opened.flatMap { lessons.logs[$0] }.flatMap { $0.isEmpty ? nil : $0 }
  }
}
