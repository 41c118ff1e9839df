import SharedValues
import Synchronization

/// What the browser has to know of the show when it is opened, wherever that is asked from.
final class Stage: Sendable {
  struct Setting: Hashable, Sendable {
    var isPresenter = false
    /// Seconds that a page stands; `nil`: a person does what there is to do.
    var autoplay: Int64?
    /// Phone and browser go by one clock.
    var clock = ClockSetting.real
  }

  private let latest = Mutex(Setting())

  var setting: Setting {
    get { latest.withLock { $0 } }
    set { latest.withLock { $0 = newValue } }
  }
}
