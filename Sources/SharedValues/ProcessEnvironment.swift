import Glibc

/// The variables of this process, by name: Foundation's dictionary of all of them costs a part of the time to the first picture.
public enum ProcessEnvironment {
  public static subscript(_ name: String) -> String? { getenv(name).map { String(cString: $0) } }

  public static func values(_ names: [String]) -> [String: String] {
    names.reduce(into: [:]) { values, name in values[name] = ProcessEnvironment[name] }
  }
}
