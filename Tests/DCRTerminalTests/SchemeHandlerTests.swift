import AppState
import Foundation
import OAuthClient
import OAuthLiterals
import TestSupport
import Testing

@testable import AppConfiguration
@testable import DCRTerminal
@testable import UserAgents

/// Which application opens the redirect's scheme on a desktop, and what the app does where no application does.
@Suite struct SchemeHandlerTests {
  private let folder = TemporaryFolder()
  private let own = "dcr-terminal-com.example.app.desktop"

  private var handlers: SchemeHandlers {
    SchemeHandlers(environment: [
      "HOME": folder.path, "XDG_DATA_HOME": folder.path + "/data", "XDG_DATA_DIRS": folder.path + "/system",
      "XDG_CONFIG_HOME": folder.path + "/config", "XDG_CONFIG_DIRS": folder.path + "/etc",
    ])
  }

  private func install(_ name: String, in place: String) {
    folder.write("\(place)/applications/\(name)", "[Desktop Entry]\n")
  }

  @Test func nothingOpensIt() {
    install("other.desktop", in: "data")
    #expect(handlers.handler(of: "com.example.app") == nil)
  }

  @Test func anEntryOfOursCountsAlsoWhereNoToolWroteAList() {
    install(own, in: "data")
    #expect(handlers.handler(of: "com.example.app") == own)
    #expect(handlers.handler(of: "com.example.other") == nil)
  }

  /// The user's choice goes before an application that is merely installed.
  @Test func theDefaultCounts() {
    for (name, place) in [(own, "data"), ("other.desktop", "system")] { install(name, in: place) }
    folder.write("data/applications/mimeinfo.cache", "[MIME Cache]\nx-scheme-handler/com.example.app=\(own);\n")
    folder.write(
      "config/mimeapps.list",
      "[Default Applications]\r\nx-scheme-handler/com.example.app=gone.desktop;other.desktop\r\n")
    #expect(handlers.handler(of: "com.example.app") == "other.desktop")
  }

  @Test func removedOrMissingEntriesDoNotCount() {
    install("other.desktop", in: "system")
    folder.write(
      "config/mimeapps.list",
      "[Removed Associations]\nx-scheme-handler/com.example.app=other.desktop;\n[Default Applications]\nx-scheme-handler/com.example.app=\(own)\n"
    )
    #expect(handlers.handler(of: "com.example.app") == nil)
  }

  /// A stranger may have written the list: only files inside the folders count.
  @Test func aNameIsNoPath() {
    folder.write("config/x.desktop", "")
    folder.write(
      "config/mimeapps.list", "[Default Applications]\nx-scheme-handler/com.example.app=../../config/x.desktop\n")
    #expect(handlers.handler(of: "com.example.app") == nil)
  }

  // MARK: The loopback redirect in its place

  private func configuration(_ change: (inout Configuration) -> Void = { _ in }) throws -> Configuration {
    var configuration = try ConfigurationFile.withoutFile(IssuerSources())
    change(&configuration)
    return configuration
  }

  private func arrival(
    _ configuration: Configuration, by kind: UserAgentKind = .system, servesItself: Bool = true, handler: String? = nil
  ) -> String {
    configuration.arriving(by: kind, servesItself: servesItself, handler: { _ in handler }).redirectURI.text
  }

  @Test func theBrowserOfADesktopThatKnowsNoAppComesBackToAPort() throws {
    let changed = try configuration().arriving(by: .system, servesItself: true, handler: { _ in nil })
    #expect(changed.redirectURI.text == "http://127.0.0.1/callback")
    #expect(changed.postLogoutRedirectURI.text == "http://127.0.0.1/logoutcallback")
    // A client registered with the configured redirect keeps working.
    #expect(changed.otherRedirects?.login.text == "io.curity.dcrclient:/callback")
    #expect(try configuration().otherRedirects?.login.text == "http://127.0.0.1/callback")
    // Another phone of the same run keeps the same redirect.
    #expect(changed.arriving(by: .system, servesItself: false, handler: { _ in nil }) == changed)
  }

  @Test func whereSomethingOpensItOrAnotherBrowserIsUsedItStays() throws {
    let own = "io.curity.dcrclient:/callback"
    #expect(try arrival(configuration(), handler: self.own) == own)
    for kind in UserAgentKind.allCases where kind != .system { #expect(try arrival(configuration(), by: kind) == own) }
    let loopback: RedirectURI = "http://[::1]:4711/x"
    let chosen = try configuration { ($0.redirectURI, $0.postLogoutRedirectURI) = (loopback, loopback) }
    #expect(arrival(chosen) == loopback.text && chosen.otherRedirects == nil)
  }

  /// A client made by another person has that person's redirects; a client that the app registers has the app's.
  @Test func onlyAServerThatTakesItIsAskedForIt() throws {
    #expect(try arrival(configuration(), servesItself: false) == "io.curity.dcrclient:/callback")
    let other = try configuration { $0.issuer = Issuer(of: "https://idp.example") }
    #expect(arrival(other) == "io.curity.dcrclient:/callback")
    let open = try configuration {
      $0.issuer = Issuer(of: "https://idp.example")
      $0.registration.mode = .open
    }
    #expect(arrival(open, servesItself: false) == "http://127.0.0.1/callback")
  }
}
