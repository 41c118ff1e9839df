import SharedValues
import Synchronization

/// What the in-app browser is started with, as of the moment at which it is opened. All phones of a run share it; safe between threads.
final class BrowserSettings: Sendable {
  struct Values: Hashable, Sendable {
    var isPresenter = false
    /// Where the show is, e.g. `3 of 10`; `nil`: at a stop that is not counted.
    var stop: String?
    /// The browser fills in and sends each page by itself after so many seconds; `nil`: it waits for a person.
    var autoplay: Int64?
    /// The clock of the phone, which the browser goes by as well.
    var clock = ClockSetting.real
    /// What the phone is called, where there is more than one.
    var phoneName: String?
    /// Whether the terminal is fast enough for pictures that last a moment.
    var isSwift = true
  }

  private let latest = Mutex(Values())

  var values: Values {
    get { latest.withLock { $0 } }
    set { latest.withLock { $0 = newValue } }
  }
}
