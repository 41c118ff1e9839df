import SharedValues

/// The orders that the app sends to the server that it started, on its standard input: lines of JSON, `{"clock":{"since":…,"shown":…,"pace":…}}`.
///
/// The server answers each order that it understands with `{"event":"clock", …}` and the new setting, and ignores other lines, because the app may be
/// newer than the server.
package enum ClockCommands {
  /// Bytes; longer lines are ignored.
  package static let longest = 4096

  package static func apply(_ line: String, _ clock: AdjustableClock) -> JSON? {
    guard line.utf8.count <= longest, let order = (try? JSON.parse(line))?["clock"], let setting = ClockSetting(order)
    else { return nil }
    clock.set(setting)
    return confirmation(setting)
  }

  package static func confirmation(_ setting: ClockSetting) -> JSON { ["event": "clock", "clock": setting.json] }

  package static func line(_ setting: ClockSetting) -> String { JSON.object([.init("clock", setting.json)]).line }

  /// The setting that the server confirms; `nil`: the line is something else.
  package static func confirmedSetting(_ object: JSON) -> ClockSetting? {
    guard object["event"]?.stringValue == "clock" else { return nil }
    return object["clock"].flatMap { ClockSetting($0) }
  }
}
