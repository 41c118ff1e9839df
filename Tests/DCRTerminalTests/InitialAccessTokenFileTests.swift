import AppState
import Foundation
import SharedValues
import TestSupport
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import Workshop

/// Each way in which the file with an initial access token can be wrong.
struct InitialAccessTokenFileTests {
  private let folder = TemporaryFolder()

  private func code(_ path: String) -> String? {
    switch InitialAccessTokenFile.read(path) {
    case .success: nil
    case .failure(let error): error.code.rawValue
    }
  }

  @Test(arguments: ["token", "token\n", " \t token \r\n\n"])
  func whiteSpaceAroundTheTokenIsRemoved(_ content: String) throws {
    let token = try InitialAccessTokenFile.read(folder.write("t", content)).get()
    #expect(token.revealed == "token")
  }

  @Test func eachDefectHasItsCode() {
    #expect(code(folder.path + "/none") == "initial_access_token_file_missing")
    #expect(code(folder.path) == "initial_access_token_file_unreadable")
    #expect(code(folder.write("empty", "")) == "initial_access_token_file_empty")
    #expect(code(folder.write("blank", " \n\t\n")) == "initial_access_token_file_empty")
    let long = String(repeating: "a", count: InitialAccessTokenFile.largest + 1)
    #expect(code(folder.write("long", long)) == "initial_access_token_file_too_large")
    let pipe = folder.path + "/pipe"
    #expect(mkfifo(pipe, 0o600) == 0)
    #expect(code(pipe) == "initial_access_token_file_unreadable")
  }

  @Test func aFileThatOthersMayReadIsWarnedAbout() {
    let path = folder.write("t", "token")
    chmod(path, 0o600)
    #expect(InitialAccessTokenFile.warning(path) == nil)
    for mode in [0o640, 0o604, 0o620] as [mode_t] {
      chmod(path, mode)
      #expect(InitialAccessTokenFile.warning(path)?.contains(path) == true)
    }
    #expect(InitialAccessTokenFile.warning(folder.path + "/none") == nil)
  }
}
