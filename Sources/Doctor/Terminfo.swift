import ForeignText
import FoundationEssentials

/// Reads the number of colours from this machine's terminal descriptions (terminfo(5), term(5)).
enum Terminfo {
  /// The number of a terminal's colours; `nil`: there is no description with this name.
  static func colours(of name: String, environment: [String: String]) -> Int? {
    guard !name.isEmpty, !name.contains(scalar: "/"), let first = name.utf8.first else { return nil }
    let hex = String(first, radix: 16)
    for folder in folders(environment) {
      for sub in [String(name.prefix(1)), hex] {
        guard let data = FileManager.default.contents(atPath: "\(folder)/\(sub)/\(name)") else { continue }
        return colours(in: [UInt8](data))
      }
    }
    return nil
  }

  /// The folders in the order in which ncurses searches them.
  static func folders(_ environment: [String: String]) -> [String] {
    var folders: [String] = []
    if let own = environment["TERMINFO"] { folders.append(own) }
    if let home = environment["HOME"] { folders.append(home + "/.terminfo") }
    folders += (environment["TERMINFO_DIRS"] ?? "").split(scalar: ":").map(String.init)
    return folders + ["/etc/terminfo", "/lib/terminfo", "/usr/share/terminfo", "/usr/lib/terminfo"]
  }

  /// The number `max_colors`, the 14th: 0 if the terminal has none; `nil`: the file is not a description.
  static func colours(in file: [UInt8]) -> Int? {
    func short(_ offset: Int) -> Int? {
      guard offset + 1 < file.count else { return nil }
      return Int(file[offset]) | Int(file[offset + 1]) << 8
    }
    guard let magic = short(0), magic == 0o432 || magic == 0o1036, let names = short(2), let flags = short(4),
      let numbers = short(6)
    else { return nil }
    let size = magic == 0o432 ? 2 : 4
    var start = 12 + names + flags
    // Numbers begin at an even offset.
    if start % 2 != 0 { start += 1 }
    guard numbers > 13, let low = short(start + 13 * size) else { return 0 }
    let high = size == 4 ? short(start + 13 * size + 2) ?? 0 : low == 0xFFFF ? 0xFFFF : 0
    return high >= 0x8000 ? 0 : low | high << 16
  }
}
