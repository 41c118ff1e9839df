import Foundation
import TestSupport
import Testing

@testable import Programs

/// Secrets in files: line ends and a byte order mark from a Windows editor are not part of the secret.
@Suite struct PasswordFileTests {
  private let folder = TemporaryFolder()

  private func file(_ content: String) throws -> String {
    let path = folder.path + "/password"
    try Data(content.utf8).write(to: URL(filePath: path))
    return path
  }

  @Test(arguments: [
    "Password1", "Password1\n", "Password1\r\n", "\u{FEFF}Password1\r\n", "Password1\r\nsecond line\r\n",
  ])
  func thePasswordIsTheFirstLine(_ content: String) throws {
    #expect(Array(try PasswordFile.read(file(content)).utf8) == Array("Password1".utf8))
  }

  @Test(arguments: ["", "\n", "\r\n", "\u{FEFF}\r\n"]) func anEmptyFirstLineIsNoPassword(_ content: String) throws {
    let path = try file(content)
    let error = #expect(throws: CommandError.self) { try PasswordFile.read(path) }
    #expect(error?.code.rawValue == "password_file_unreadable")
  }

  @Test func aLineEndOfWindowsIsRemoved() throws {
    #expect(Array(try #require(try StoredLine(file: file("fresh-word\r\n")).read()).utf8) == Array("fresh-word".utf8))
  }
}
