import OAuthClient

/// The keys that protect the app and its tokens: `clientAuthentication`, `dpop` and related members, or `profile` for all of them.
package enum KeysReader {
  package static let members = [
    "clientAuthentication", "dpop", "pushedAuthorization", "userPresence", "allowDowngrade", "profile",
  ]
  /// Older lessons and bundles of evidence write `secret` for `auto`.
  package static let (auto, privateKey) = ("auto", "private-key")

  package static func read(_ reader: inout MemberReader, into configuration: inout Configuration) throws(CommandError) {
    let profile = try reader.choice("profile")
    let authentication = try reader.choice("clientAuthentication")
    var keys = KeyRequirements()
    keys.isFAPI = profile != nil
    let isFAPI = keys.isFAPI
    keys.privateKey = authentication.map { $0 == privateKey } ?? isFAPI
    keys.secretMethod = authentication.flatMap(SecretMethod.init)
    keys.dpop = try reader.flag("dpop") ?? isFAPI
    keys.pushedAuthorization = try reader.flag("pushedAuthorization") ?? isFAPI
    keys.userPresence = try reader.flag("userPresence") ?? false
    keys.allowsDowngrade = try reader.flag("allowDowngrade") ?? false
    // A profile has to be met as a whole.
    for (name, isOn) in [
      ("clientAuthentication", keys.privateKey), ("dpop", keys.dpop), ("pushedAuthorization", keys.pushedAuthorization),
      ("allowDowngrade", !keys.allowsDowngrade),
    ] where isFAPI && !isOn { throw reader.excludes(name, "profile", .profileDemands) }
    for name in ["clientAuthentication", "dpop", "pushedAuthorization", "profile"] where reader.has(name) {
      guard reader.has("applicationServer"), keys != KeyRequirements() else { continue }
      throw reader.excludes(name, "applicationServer", .keysOrApplicationServer)
    }
    // A registered client already has its key.
    let registration = configuration.registration
    if !registration.mode.registers {
      if keys.isFAPI { throw reader.excludes("profile", "registration", .keyOrStaticClient) }
      if keys.privateKey, registration.clientKey == nil {
        throw reader.missing("clientKey", example: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
      }
      if registration.clientKey != nil { keys.privateKey = true }
    }
    if keys.userPresence, !keys.privateKey {
      reader.warnings.append(Catalogue()(.idleWithoutKey, ["path": reader.file, "member": "userPresence"]))
    }
    configuration.keys = keys
  }
}
