import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Templates: how an administrator adds, changes and removes them.
@Suite struct TemplateAdministrationTests {
  private static let metadata: JSON = [
    "client_name": "Kiosk", "application_type": "native", "redirect_uris": ["com.example.kiosk:/callback"],
    "scope": "openid profile",
  ]

  @Test func changingATemplateChangesItsInstancesAtOnce() async throws {
    try await TestServer.with { server in
      let administration = server.server.administration
      try await administration.addTemplate("kiosk", Self.metadata)
      let (app, browser, registration) = try await server.registeredApp(
        as: "demouser", "Password1", ["software_id": "kiosk"])
      #expect(registration["client_name"] == "Kiosk")
      #expect(registration["redirect_uris"] == ["com.example.kiosk:/callback"])
      #expect(try await browser.get(app.authorizationURL()).code != nil)

      var changed = Self.metadata
      changed = changed.setting("redirect_uris", ["com.example.kiosk:/other"]).setting("client_name", "Kiosk 2")
      try await administration.changeTemplate("kiosk", changed)
      #expect(try await browser.get(app.authorizationURL()).status == 400)
      #expect(try await browser.get(app.authorizationURL(["redirect_uri": "com.example.kiosk:/other"])).code != nil)
      #expect(
        try await server.server.administration.clients(ClientQuery(text: "kiosk 2")).elements.map(\.id) == [
          app.clientID
        ])

      // The metadata is shown in a form that can be sent again.
      let shown = try await administration.template("kiosk")
      try await administration.changeTemplate("kiosk", shown.metadata)
      #expect(try await administration.template("kiosk") == shown)
      #expect((shown.instances, shown.activeInstances, shown.isBuiltIn) == (1, 1, false))
      // The template itself cannot be used as a client.
      #expect(try await browser.get(app.authorizationURL(["client_id": "kiosk"])).status == 400)
    }
  }

  @Test func oneClientGetsAnotherTemplate() async throws {
    try await TestServer.with { server in
      let administration = server.server.administration
      try await administration.addTemplate("kiosk", Self.metadata)
      let (app, browser, _) = try await server.registeredApp(as: "demouser", "Password1", ["software_id": "kiosk"])
      let (other, _, _) = try await server.registeredApp(as: "demouser", "Password1", ["software_id": "kiosk"])
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      let tokens = try await app.redeem(code).json
      try await administration.addTemplate(
        "kiosk-2", Self.metadata.setting("redirect_uris", ["com.example.kiosk:/other"]))
      try await administration.changeTemplate(of: app.clientID)
      #expect(try await administration.client(app.clientID).template == "kiosk-2")
      #expect(try await browser.get(app.authorizationURL()).status == 400)
      #expect(try await browser.get(app.authorizationURL(["redirect_uri": "com.example.kiosk:/other"])).code != nil)
      #expect(try await app.userInfo(tokens["access_token"]?.stringValue ?? "").status == 200, "tokens stay")
      #expect(try await administration.client(other.clientID).template == "kiosk", "others keep theirs")

      // After the last template the first comes.
      try await administration.changeTemplate(of: app.clientID)
      try await administration.changeTemplate(of: app.clientID)
      #expect(try await administration.client(app.clientID).template == "kiosk")
      try await administration.changeTemplate(of: app.clientID, to: "mobile-dcr-template-client")
      #expect(try await administration.client(app.clientID).template == "mobile-dcr-template-client")
    }
  }

  @Test func aTemplateIsChangedOnlyForAnInstanceAndToAnother() async throws {
    try await TestServer.with { server in
      let administration = server.server.administration
      func code(_ id: String, _ template: String? = nil) async -> IdentityServerError.Code? {
        do { try await administration.changeTemplate(of: id, to: template) } catch {
          return (error as? IdentityServerError)?.code
        }
        return nil
      }
      let (app, _, _) = try await server.registeredApp(
        as: "demouser", "Password1", ["software_id": "mobile-dcr-template-client"])
      let (own, _, _) = try await server.registeredApp()
      #expect(await code("nobody") == .unknownClient)
      #expect(await code(own.clientID) == .clientHasNoTemplate)
      #expect(await code(app.clientID) == .noOtherTemplate)
      #expect(await code(app.clientID, "mobile-dcr-template-client") == .noOtherTemplate)
      #expect(await code(app.clientID, "kiosk") == .unknownTemplate)
      try await administration.addTemplate("kiosk", Self.metadata)
      #expect(await code(app.clientID, "mobile-dcr-template-client") == nil)
      #expect(try await administration.client(app.clientID).template == "mobile-dcr-template-client")
    }
  }

  @Test func aTemplateInUseStays() async throws {
    try await TestServer.with { server in
      let administration = server.server.administration
      try await administration.addTemplate("kiosk", Self.metadata)
      let (app, _, _) = try await server.registeredApp(as: "demouser", "Password1", ["software_id": "kiosk"])
      await #expect(throws: IdentityServerError(.templateInUse, "kiosk")) {
        try await administration.deleteTemplate("kiosk")
      }
      try await server.server.administration.revokeClient(app.clientID)
      try await administration.deleteTemplate("kiosk")
      #expect(try await administration.templates().map(\.id) == ["mobile-dcr-template-client"])
      let left = try await server.server.administration.client(app.clientID)
      #expect((left.status, left.name, left.template) == ("revoked", "Kiosk", nil))
      let token = try await server.registrationToken(TestBrowser(server))
      #expect(try await server.register(["software_id": "kiosk"], token: token).error == "invalid_client_metadata")
      await #expect(throws: IdentityServerError(.templateIsBuiltIn, "mobile-dcr-template-client")) {
        try await administration.deleteTemplate("mobile-dcr-template-client")
      }
    }
  }

  @Test func metadataIsCheckedLikeARegistration() async throws {
    try await TestServer.with { server in
      let administration = server.server.administration
      for (member, value) in [
        ("redirect_uris", ["javascript:alert(1)"]), ("redirect_uris", []), ("grant_types", ["password"]),
        ("client_uri", "ftp://x"), ("client_name", "a\u{7}"), ("scope", 7),
      ] as [(String, JSON)] {
        for work in [administration.addTemplate, administration.changeTemplate] {
          await #expect("\(member) \(value.compact)") {
            try await work("kiosk", Self.metadata.setting(member, value))
          } throws: {
            ($0 as? IdentityServerError)?.code == .templateUnfit
              && ($0 as? IdentityServerError)?.detail.isEmpty == false
          }
        }
      }
      for id in ["", "a b", "a/b", "..", "é", String(repeating: "a", count: 101)] {
        await #expect(throws: IdentityServerError(.templateNameUnfit, id)) {
          try await administration.addTemplate(id, Self.metadata)
        }
      }
      for id in ["mobile-dcr-client", "mobile-dcr-template-client"] {
        await #expect(throws: IdentityServerError(.templateExists, id)) {
          try await administration.addTemplate(id, Self.metadata)
        }
      }
      for id in ["mobile-dcr-client", "nobody"] {
        await #expect(throws: IdentityServerError(.unknownTemplate, id)) {
          try await administration.changeTemplate(id, Self.metadata)
        }
        await #expect(throws: IdentityServerError(.unknownTemplate, id)) { try await administration.deleteTemplate(id) }
        await #expect(throws: IdentityServerError(.unknownTemplate, id)) { _ = try await administration.template(id) }
      }
    }
  }

  @Test func thePages() async throws {
    try await TestServer.with { server in
      let admin = try await Administrator(server)
      let added = try await admin.submit(
        "/admin/templates", "/admin/templates", [("id", "kiosk"), ("metadata", Self.metadata.pretty)])
      #expect(added.location == "/admin/templates?done=doneTemplateAdded")
      #expect(try await admin.get("/admin/templates?done=doneTemplateAdded").text.contains("role=\"status\""))
      for bad in ["", "{", "[1]", #"{"redirect_uris":["<script>"]}"#] {
        let refused = try await admin.submit(
          "/admin/templates", "/admin/templates", [("id", "other"), ("metadata", bad)])
        #expect(refused.status == 422)
        #expect(refused.text.contains("role=\"alert\"") && !refused.text.contains("<script>"))
        #expect(try await admin.submit("/admin/templates/kiosk", [("do", "save"), ("metadata", bad)]).status == 422)
      }
      let changed = Self.metadata.setting("client_name", "</textarea><b>")
      let saved = try await admin.submit("/admin/templates/kiosk", [("do", "save"), ("metadata", changed.pretty)])
      #expect(saved.status == 303)
      #expect(try await !admin.get("/admin/templates/kiosk").text.contains("<b>"))
      #expect(try await admin.submit("/admin/templates/kiosk", [("do", "delete")], confirming: false).status == 200)
      #expect(try await admin.submit("/admin/templates/kiosk", [("do", "delete")]).status == 303)
      #expect(try await admin.get("/admin/templates/kiosk").status == 404)
      let builtIn = try await admin.get("/admin/templates/mobile-dcr-template-client")
      #expect(!builtIn.text.contains("value=\"delete\""))
    }
  }
}
