import FoundationEssentials
import SharedValues

/// What the app that started this server says to it on standard input: lines of JSON, `{"clock":{"since":…,"shown":…,"pace":…}}`.
///
/// Each line that is understood is answered by `{"event":"clock", …}` with the setting that holds; anything else is passed over,
/// because the app that started the server may be newer than it.
package enum ClockOrders {
  /// Longer lines are none of ours.
  package static let longest = 4096

  package static func obey(_ line: String, _ clock: AdjustableClock) -> JSON? {
    guard line.utf8.count <= longest, let order = (try? JSON.parse(line))?["clock"], let setting = ClockSetting(order)
    else { return nil }
    clock.set(setting)
    return confirmation(setting)
  }

  package static func confirmation(_ setting: ClockSetting) -> JSON { ["event": "clock", "clock": setting.json] }

  package static func line(_ setting: ClockSetting) -> String { JSON.object([.init("clock", setting.json)]).line }

  /// The setting that the server says holds; `nil`: the line says something else.
  package static func heard(_ object: JSON) -> ClockSetting? {
    guard object["event"]?.stringValue == "clock" else { return nil }
    return object["clock"].flatMap { ClockSetting($0) }
  }
}
