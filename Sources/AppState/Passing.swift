import FoundationEssentials
import OAuthClient
import SharedValues

/// What passed between the phone and others, in the order in which it happened. The tools keep of it what they show.
public enum PhoneEvent: Hashable, Sendable {
  /// The messages of a phone are numbered from 1.
  case passed(Message)
  /// The exchange with this message number went on: mostly its answer came, with deviations from the specifications that this run has not seen before.
  case exchanged(Int, Exchange, [Leniency])
  /// Faults changed the message with this number.
  case marked(Int, [FaultMark])
  /// Device and browser have been cleared, and the messages with them.
  case cleared
}

extension AppState {
  /// How many messages the phone itself remembers. A step has few messages, and the failed one is among the last.
  private static let remembered = 8

  package mutating func log(from: Party, to: Party, _ content: Message.Content) {
    pass(message(from: from, to: to, content, at: now))
  }

  /// Passes an exchange on when its request leaves, and again when its answer comes.
  mutating func record(_ trace: Int, _ exchange: Exchange) {
    // Each leniency is reported once per run.
    let response = try? exchange.outcome?.get()
    let news = response.map { Leniency.of($0, to: exchange.request) }?.filter { !leniencies.contains($0) } ?? []
    leniencies += news
    let known = openTraces[trace]
    if let known {
      for index in recentMessages.indices where recentMessages[index].id == known {
        recentMessages[index].content = .exchange(exchange)
      }
      tools.receive(.exchanged(known, exchange, news))
    } else {
      let party: Party =
        switch exchange.request.endpoint {
        case .application: .application
        case .api: .api
        default: .server
        }
      var sent = message(from: .app, to: party, .exchange(exchange), at: exchange.started)
      sent.leniencies = news
      pass(sent)
    }
    openTraces[trace] = exchange.outcome == nil ? known ?? lastMessage : nil
  }

  mutating func mark(_ number: Int, _ faults: [FaultMark]) {
    for index in recentMessages.indices where recentMessages[index].id == number {
      recentMessages[index].marks += faults
    }
    tools.receive(.marked(number, faults))
  }

  private func message(from: Party, to: Party, _ content: Message.Content, at time: Date) -> Message {
    Message(
      id: lastMessage + 1, from: from, to: to, content: content, time: time, step: flow?.step,
      flow: flow.map { FlowMark($0.id, $0.kind, started: $0.started) })
  }

  private mutating func pass(_ message: Message) {
    lastMessage = message.id
    if case .userAgentOpened = message.content { lastStart = message.id }
    recentMessages = recentMessages.suffix(AppState.remembered - 1) + [message]
    tools.receive(.passed(message))
  }
}
