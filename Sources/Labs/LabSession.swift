import AppConfiguration
import AppState
import Edge
import Faults
import Logging
import Programs
import SharedValues
import UserAgents
import Workshop

/// What the real app does on a lab's phone, without a screen. `DCRTerminal` carries it out, because only it can put a session together.
package struct LabSession: Sendable {
  package typealias Runner =
    @MainActor @Sendable (LabSession, _ note: @escaping @MainActor (Note) -> Void) async throws(CommandError) -> Result

  /// The step that the app is in, and what the step that has just ended found.
  package typealias Note = (step: FlowStep?, detail: JSON?)

  /// How long the app may run; nobody types in a lab.
  package static let limit = Duration.seconds(90)

  package let app: LabApp
  package let options: GlobalOptions
  package let configuration: Configuration
  package let faults: FaultPlan
  package let clocks: RunClocks
  package let browser: InAppBrowser.Options
  /// Opens every page, whatever kind of browser the app asks for.
  package let userAgent: any ExternalUserAgent
  package let events: ActionRelay
  /// Gets the ``events`` that come after the app's end.
  package let lateEvents: @Sendable (Action) -> Void
  package let log: Logger

  package struct Result: Sendable {
    package enum Ending: Sendable {
      case done
      case failed(FlowStep, CommandError)
      /// The app was stopped, by its limit or because its task was cancelled.
      case stopped
    }

    package var ending: Ending
    package var messages: [Message]
    package var droppedAnswers: Int
    package var clientID: String?

    package init(_ ending: Ending, messages: [Message], droppedAnswers: Int, clientID: String?) {
      (self.ending, self.messages) = (ending, messages)
      (self.droppedAnswers, self.clientID) = (droppedAnswers, clientID)
    }
  }
}
