import OAuthClient
import SharedValues
import Testing

@testable import AppConfiguration
@testable import DCRTerminal

/// `config export` writes another app's configuration from this one's.
@Suite struct ConfigExportTests {
  /// The server has registered the redirect URIs for the configured issuer.
  @Test func anotherIssuerLeavesTheRedirectsAlone() throws {
    let document = ConfigurationFile.shipped.setting(
      "redirectUri", .string("io.curity.dcrclient:/\(RedirectURI.placeholder)"))
    let configuration = try ConfigurationFile.judge(Array(document.compact.utf8), file: "/etc/demo/config.json")
    let tag = RedirectURI.tag(for: configuration.issuer.text)
    let exported = ExportedApp.curity.document(of: configuration, issuer: "https://idp.example.com/x")
    #expect(exported["issuer"] == "https://idp.example.com/x")
    #expect(exported["redirectUri"]?.stringValue == "io.curity.dcrclient:/\(tag)")
  }

  @Test(arguments: ["http://idp.example.com/x", "https://idp.example.com/x?a=b", "idp.example.com", ""])
  func aBadIssuerIsWrongUsage(_ issuer: String) {
    #expect(throws: (any Error).self) {
      try DCRTerminalCommand.parseAsRoot(["config", "export", "--app", "curity", "--issuer", issuer])
    }
  }
}
