import Foundation
import OAuthClient
import SharedValues
import Testing

@testable import AppState

/// Which screens a user's roles open, and that a screen closes with its role.
@Suite struct RolesTests {
  static let claims: [(JSON?, names: [String], isUnreadable: Bool)] = [
    (nil, [], false), (.null, [], false), ([], [], false), (["IC"], ["IC"], false),
    (["IC", "Manager", "IC", ""], ["IC", "Manager"], false),
    (["manager", "Manager "], ["manager", "Manager "], false),
    // Anything else gives no role, even if a part of it looks like one.
    ("Manager", [], true), (["Manager", 1], [], true), ([["Manager"]], [], true), (["Manager": true], [], true),
    (true, [], true), (1, [], true),
  ]

  @Test(arguments: claims)
  func onlyAnArrayOfStringsGivesRoles(_ claim: (JSON?, names: [String], isUnreadable: Bool)) {
    let roles = Roles(claim.0)
    #expect(roles.names == claim.names)
    #expect(roles.isUnreadable == claim.isUnreadable)
  }

  @Test func rolesAreComparedToTheLetter() {
    let roles = Roles(["ic", "MANAGER", "Man\u{61}ger\u{200B}"])
    #expect(RoleScreen.allCases.allSatisfy { !roles.contains($0.role) })
  }

  /// Userinfo is newer; the ID token counts where userinfo has no roles.
  @Test func userinfoComesFirst() throws {
    func session(_ userinfo: JSON?, _ idToken: JSON?) throws -> Session {
      let claims = try IDTokenClaims(unsigned: Scenario.claims.document.setting("roles", idToken))
      let document = Scenario.userinfo.setting("roles", userinfo)
      return Session(
        tokens: try TokenRequest.judge(response(Scenario.tokens()), expectsIDToken: true, now: Scenario.start),
        claims: claims, userinfo: try UserInfoRequest.judge(response(document), subject: "demouser"))
    }
    #expect(try session(["IC"], ["Manager"]).roles.names == ["IC"])
    #expect(try session(nil, ["Manager"]).roles.names == ["Manager"])
    #expect(try session("IC", ["Manager"]).roles.isUnreadable)
  }

  private func response(_ body: JSON) -> HTTPResponse {
    HTTPResponse(200, headers: [HTTPHeader("Content-Type", "application/json")], body: Array(body.compact.utf8))
  }

  private func signedIn(_ roles: JSON?) -> Scenario {
    var scenario = Scenario().registered()
    scenario.authenticate(userinfo: Scenario.userinfo.setting("roles", roles))
    return scenario
  }

  @Test func aScreenOpensOnlyForItsRole() {
    var scenario = signedIn(["IC"])
    #expect(scenario.state.roleScreens == [.ic])
    scenario.send(.view(.show(.role(.manager))))
    #expect(scenario.state.view.route == .home)
    scenario.send(.view(.show(.role(.ic))))
    #expect(scenario.state.view.route == .role(.ic))
    #expect(signedIn(["Manager", "IC"]).state.roleScreens == [.manager, .ic])
    #expect(signedIn(nil).state.roleScreens.isEmpty)
  }

  @Test func aRoleTakenAwayClosesItsScreenWithTheNextRefresh() {
    var scenario = signedIn(["IC", "Manager"])
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, Scenario.tokens("2"))
    scenario.respond(.jwks, ["keys": []])
    scenario.send(.answered(scenario.flowID, .idTokenJudged(.success(Scenario.claims))))
    // Userinfo is requested again, with the new token.
    #expect(scenario.request?.headers[first: "Authorization"] == "Bearer access-2")
    scenario.send(.view(.show(.role(.manager))))
    scenario.respond(.userinfo, Scenario.userinfo.setting("roles", ["IC"]))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.flow == nil)
    #expect(scenario.state.roleScreens == [.ic])
    #expect(scenario.state.view.route == .home)
  }

  @Test func aRefreshWithoutANewIDTokenAsksForTheRolesToo() {
    var scenario = signedIn(["Manager"])
    scenario.begin(.refreshAccessToken)
    scenario.respond(.refresh, Scenario.tokens("2", idToken: false))
    scenario.respond(.userinfo, Scenario.userinfo)
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.session?.tokens.accessToken.revealed == "access-2")
    #expect(scenario.state.roleScreens.isEmpty)
  }

  @Test func signingOutClosesEveryScreen() {
    var scenario = signedIn(["Manager"])
    scenario.send(.view(.show(.role(.manager))))
    scenario.beginSignOut()
    scenario.send(.answered(scenario.flowID, .returned(.closed)))
    scenario.send(.answered(scenario.flowID, .saved))
    #expect(scenario.state.roleScreens.isEmpty)
    #expect(scenario.state.view.route == .home)
  }
}
