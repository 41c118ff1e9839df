import Foundation
import SharedValues

/// One thing that happened between two parties, as the panel shows it.
public struct Message: Hashable, Sendable, Identifiable {
  public enum Content: Hashable, Sendable {
    case exchange(Exchange)
    /// The app opened the external user agent with this URL.
    case userAgentOpened(url: String)
    /// The operating system delivered this redirect to the app.
    case redirect(url: String)
    case userAgentClosed
    case keystoreSaved(file: String)
    case keystoreErased
    /// What the embedded server saw of the browser: method, path, status and a word of what it did. No secret, no body.
    case observed(method: String, path: String, status: Int, note: String)
  }

  public var id: Int
  public var from: Party
  public var to: Party
  public var content: Content
  public var time: Date
  /// The step it belongs to.
  public var step: FlowStep?

  public init(id: Int, from: Party, to: Party, content: Content, time: Date, step: FlowStep?) {
    self.id = id
    self.from = from
    self.to = to
    self.content = content
    self.time = time
    self.step = step
  }
}

/// The messages of this run, oldest first, the last 500 of them.
public struct MessageLog: Hashable, Sendable {
  public static let capacity = 500
  public private(set) var all: [Message] = []
  private var lastID = 0

  public init() {}

  @discardableResult
  public mutating func append(
    from: Party, to: Party, _ content: Message.Content, at time: Date, step: FlowStep?
  ) -> Int {
    lastID += 1
    all.append(Message(id: lastID, from: from, to: to, content: content, time: time, step: step))
    if all.count > MessageLog.capacity { all.removeFirst(all.count - MessageLog.capacity) }
    return lastID
  }

  /// Replaces the content of a message, e.g. when its answer arrived.
  public mutating func update(_ id: Int, _ content: Message.Content) {
    guard let index = all.firstIndex(where: { $0.id == id }) else { return }
    all[index].content = content
  }

  public mutating func removeAll() { all = [] }
}
