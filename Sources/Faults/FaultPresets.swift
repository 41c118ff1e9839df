import SharedValues

/// The fault files that are part of the program, from Presets/; a preset's name is the file name without `.json`.
package enum FaultPresets {
  package struct Preset: Hashable, Sendable {
    package var name: String
    package var bytes: [UInt8]
    package var plan: FaultPlan
  }

  package static let all: [Preset] = names.map { name in
    let bytes = Array((Embedded.presets[name + ".json"] ?? "").utf8)
    do {
      return Preset(name: name, bytes: bytes, plan: try FaultFile.read(bytes, name: name + ".json"))
    } catch { preconditionFailure("a preset that comes with the program is wrong: \(error)") }
  }

  package static func named(_ name: String) -> Preset? { all.first { $0.name == name } }

  /// As the menu orders them, from Menu/presets.json.
  package static let names: [String] =
    Embedded.menu["presets.json"].flatMap { try? JSON.parse($0) }?.stringArray ?? []
}
