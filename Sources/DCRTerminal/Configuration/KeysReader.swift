import AppState
import Catalogue
import OAuthClient
import Programs

/// What the app proves itself and its tokens with: `clientAuthentication`, `dpop`, `pushedAuthorization` and what belongs to them, or
/// `profile` for all of it.
enum KeysReader {
  /// Every member of the configuration that says something about keys.
  static let members = [
    "clientAuthentication", "dpop", "pushedAuthorization", "userPresence", "allowDowngrade", "profile",
  ]
  static let (secret, privateKey) = ("secret", "private-key")
  static let profiles = ["fapi-2.0"]

  static func read(_ reader: inout MemberReader, into configuration: inout Configuration) throws(CommandError) {
    let profile = try reader.choice("profile", profiles)
    let authentication = try reader.choice("clientAuthentication", [secret, privateKey])
    var keys = KeyDemands()
    keys.isFAPI = profile != nil
    let isFAPI = keys.isFAPI
    keys.privateKey = authentication.map { $0 == privateKey } ?? isFAPI
    keys.dpop = try reader.flag("dpop") ?? isFAPI
    keys.pushedAuthorization = try reader.flag("pushedAuthorization") ?? isFAPI
    keys.userPresence = try reader.flag("userPresence") ?? false
    keys.allowsDowngrade = try reader.flag("allowDowngrade") ?? false
    // A profile is all of it, or it is not that profile.
    for (name, isOn) in [
      ("clientAuthentication", keys.privateKey), ("dpop", keys.dpop), ("pushedAuthorization", keys.pushedAuthorization),
      ("allowDowngrade", !keys.allowsDowngrade),
    ] where isFAPI && !isOn {
      throw reader.excludes(name, "profile", .profileDemands)
    }
    for name in ["clientAuthentication", "dpop", "pushedAuthorization", "profile"] where reader.has(name) {
      guard reader.has("applicationServer"), keys != KeyDemands() else { continue }
      throw reader.excludes(name, "applicationServer", .keysOrApplicationServer)
    }
    if keys.privateKey, !configuration.registration.mode.registers {
      throw reader.excludes(isFAPI ? "profile" : "clientAuthentication", "registration", .keyOrStaticClient)
    }
    if keys.userPresence, !keys.privateKey {
      reader.warnings.append(Catalogue()(.idleWithoutKey, ["path": reader.file, "member": "userPresence"]))
    }
    configuration.keys = keys
  }
}

extension EmbeddedServerOptions {
  /// What the FAPI 2.0 Security Profile (§5.3.2.1) asks of an authorization server, beyond what this one does anyway.
  mutating func demandFAPI() {
    for demand in [KeyDemand.dpop, .pushedAuthorization, .privateKey, .lastingRefreshTokens]
    where !demands.contains(demand) {
      demands.append(demand)
    }
  }
}
