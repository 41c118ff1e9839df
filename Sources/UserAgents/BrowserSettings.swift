import SharedValues
import Synchronization

/// The settings that the in-app browser starts with, read when it opens. All phones of a run share them; safe between threads.
package final class BrowserSettings: Sendable {
  package struct Values: Hashable, Sendable {
    package var isPresenter = false
    /// Where the presentation is, e.g. `3 of 10`; `nil`: this stop is not counted.
    package var stop: String?
    /// The browser fills in and sends each page after this many seconds; `nil`: it waits for the user.
    package var autoplay: Int64?
    /// The phone's clock, which the browser uses, too.
    package var clock = ClockSetting.real
    /// The phone's name, if there are several phones.
    package var phoneName: String?
    /// Whether the terminal is fast enough to show pictures that last only a moment.
    package var isFast = true

    package init(
      isPresenter: Bool = false, stop: String? = nil, autoplay: Int64? = nil, clock: ClockSetting = ClockSetting.real,
      phoneName: String? = nil, isFast: Bool = true
    ) {
      (self.isPresenter, self.stop, self.autoplay, self.clock) = (isPresenter, stop, autoplay, clock)
      (self.phoneName, self.isFast) = (phoneName, isFast)
    }
  }

  private let latest = Mutex(Values())

  package init() {}

  package var values: Values {
    get { latest.withLock { $0 } }
    set { latest.withLock { $0 = newValue } }
  }
}
