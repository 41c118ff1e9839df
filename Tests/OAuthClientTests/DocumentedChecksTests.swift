import Catalogue
import Foundation
import OAuthClient
import Testing

/// The tables in docs/security.md describe the judges: code, title and source of every check, taken from the defects that
/// the judges really refuse. `make docs` rewrites them.
struct DocumentedChecksTests {
  /// Marker in the document, the defects below it, and whether their codes are those that all judges share.
  private static let tables: [(name: String, defects: [Defect], isShared: Bool)] = [
    ("every-answer", HTTPDefects.all + JSONDefects.all + TokenDefects.all, true),
    ("server-errors", ServerErrorDefects.all, false),
    ("discovery", DiscoveryDefects.all, false),
    ("authorization", AuthorizationDefects.all, false),
    ("token", TokenDefects.all, false),
    ("device-token", DeviceTokenDefects.all, false),
    ("registration", RegistrationDefects.all, false),
    ("registration-life", RegistrationLifeDefects.all, false),
    ("id-token", IDTokenDefects.all, false),
    ("userinfo-and-sign-out", IdentityDefects.all, false),
    ("application-server", ApplicationDefects.all, false),
    (
      "keys", KeyRequirementsDefects.all + RegisteredKeysDefects.all + TokenTypeDefects.all + DPoPNonceDefects.all,
      false
    ),
    ("pushed-authorization", PushedAuthorizationDefects.all, false),
    ("device-authorization", DeviceAuthorizationDefects.all, false),
    ("api", APIDefects.all, false),
  ]

  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("docs/security.md")

  @Test func theTablesMatchTheJudges() async throws {
    let written = try String(contentsOf: Self.file, encoding: .utf8)
    var updated = written
    for table in Self.tables {
      let begin = "<!-- checks: \(table.name) -->\n"
      let start = try #require(updated.range(of: begin), "no table \(table.name)").upperBound
      let end = try #require(updated.range(of: "<!-- end -->", range: start..<updated.endIndex)).lowerBound
      updated.replaceSubrange(start..<end, with: await rows(table.defects, isShared: table.isShared))
    }
    if ProcessInfo.processInfo.environment["UPDATE_GOLDENS"] == "1" {
      try Data(updated.utf8).write(to: Self.file)
    } else {
      #expect(updated == written, "docs/security.md is out of date; make docs writes its tables anew")
    }
  }

  @Test func everyCodeIsDocumented() throws {
    let written = try String(contentsOf: Self.file, encoding: .utf8)
    #expect(ProtocolError.Code.allCases.map(\.rawValue).filter { !written.contains("`\($0)`") } == [])
  }

  private func rows(_ defects: [Defect], isShared: Bool) async -> String {
    var sources: [String: Set<String>] = [:]
    var ways: [String: Int] = [:]
    for defect in defects {
      guard let error = await defect.error(), isShared == Self.isShared(error.code.rawValue) else { continue }
      sources[error.code.rawValue, default: []].insert(error.source)
      ways[error.code.rawValue, default: 0] += 1
    }
    let head = "| refused with | because | tried in | source |\n|---|---|---|---|\n"
    return ProtocolError.Code.allCases.map(\.rawValue).reduce(into: head) { text, code in
      guard let found = sources[code], let count = ways[code] else { return }
      let title = ErrorText.of(code).title.english
      let source = isShared ? "" : found.sorted().joined(separator: "; ")
      text += "| `\(code)` | \(title) | \(count) \(count == 1 ? "way" : "ways") | \(source) |\n"
    }
  }

  /// Raised by every judge alike.
  private static func isShared(_ code: String) -> Bool {
    ["http_", "response_"].contains { code.hasPrefix($0) }
      || ["too_many_requests", "service_unavailable"].contains(code)
  }
}
