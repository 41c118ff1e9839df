import SharedValues
import Synchronization

/// The settings that the in-app browser starts with, read when it opens. All phones of a run share them; safe between threads.
final class BrowserSettings: Sendable {
  struct Values: Hashable, Sendable {
    var isPresenter = false
    /// Where the presentation is, e.g. `3 of 10`; `nil`: this stop is not counted.
    var stop: String?
    /// The browser fills in and sends each page after this many seconds; `nil`: it waits for the user.
    var autoplay: Int64?
    /// The phone's clock, which the browser uses, too.
    var clock = ClockSetting.real
    /// The phone's name, if there are several phones.
    var phoneName: String?
    /// Whether the terminal is fast enough to show pictures that last only a moment.
    var isFast = true
  }

  private let latest = Mutex(Values())

  var values: Values {
    get { latest.withLock { $0 } }
    set { latest.withLock { $0 = newValue } }
  }
}
