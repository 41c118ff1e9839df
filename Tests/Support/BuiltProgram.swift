import Foundation

/// The programs of this build.
public enum BuiltProgram {
  /// The path of a program beside the test bundle. The program may be missing.
  public static func path(_ name: String) -> String {
    let bundle = (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")) ?? ""
    let own = (bundle as NSString).deletingLastPathComponent + "/" + name
    if access(own, X_OK) == 0 { return own }
    // A program of the toolchain has loaded the tests: the bundle is among its arguments.
    let argument = CommandLine.arguments.first { $0.hasSuffix(".xctest") } ?? ""
    return (argument as NSString).deletingLastPathComponent + "/" + name
  }
}
