import Glibc

/// The variables of this process, by name: Foundation's dictionary of all of them costs a part of the time to the first picture.
public enum ProcessEnvironment {
  public static subscript(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  public static func values(_ names: [String]) -> [String: String] {
    names.reduce(into: [:]) { values, name in values[name] = ProcessEnvironment[name] }
  }

  public static let localeVariables = ["LC_ALL", "LC_CTYPE", "LANG"]

  /// Whether the locale's encoding is UTF-8, by the first variable that is set (locale(7)).
  public static func isUTF8(_ environment: [String: String] = values(localeVariables)) -> Bool {
    let locale = localeVariables.lazy.compactMap { environment[$0] }.first { !$0.isEmpty } ?? ""
    return locale.lowercased().replacingBytes(of: "-", with: "").contains("utf8")
  }
}
