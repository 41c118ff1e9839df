import Foundation
import AppState
import Keystore
import Programs
import SharedValues
import Testing

@testable import DCRTerminal
@testable import Edge

/// The documents' tables of error codes list every code with its exit code, and no code that does not exist.
struct DocumentedCodesTests {
  private static let rooms: [(document: String, codes: [any Programs.ExitCode])] = [
    ("keystore-format.md", KeystoreError.Code.allCases),
    ("keys.md", KeyFailure.Code.allCases as [any Programs.ExitCode] + SecureElementError.Code.allCases),
  ]

  @Test(arguments: rooms.indices) func theTableEqualsTheCodes(_ index: Int) throws {
    let (document, codes) = Self.rooms[index]
    let path = URL(filePath: #filePath).appending(path: "../../../docs/\(document)").standardized
    let rows = try String(contentsOf: path, encoding: .utf8).matches(of: /\| (`[a-z_`, ]+) \| (\d+) \|/)
    let told = rows.flatMap { row in row.1.matches(of: /[a-z_]+/).map { "\($0.0) \(row.2)" } }
    #expect(Set(told) == Set(codes.map { "\($0.rawValue) \($0.status.rawValue)" }))
  }
}
