import Programs
import FoundationEssentials
import OpenSSLCrypto
import SharedValues
import TerminalUI

/// The versions of the program, its libraries and the system.
enum EvidenceVersions {
  static var json: JSON {
    .object([
      .init("dcr-terminal", .string(ProductVersion.text)), .init("swift", .string(swift)),
      .init("system", .string(ProcessInfo.processInfo.operatingSystemVersionString)),
      .init("ncurses", .string(Terminal.libraryVersion)), .init("openssl", .string(OpenSSLVersion.text)),
      .init("terminal", .string(ProcessInfo.processInfo.environment["TERM"] ?? "")),
    ])
  }

  /// The version of the Swift compiler.
  private static var swift: String {
    #if swift(>=6.4)
      "6.4 or later"
    #elseif swift(>=6.3)
      "6.3"
    #else
      "6.2"
    #endif
  }
}
