import AppState
import Catalogue
import OAuthClient
import Programs

/// The keys that protect the app and its tokens: `clientAuthentication`, `dpop`, `pushedAuthorization` and related members, or `profile` for all of
/// them.
package enum KeysReader {
  /// Every member of the configuration that concerns keys.
  package static let members = [
    "clientAuthentication", "dpop", "pushedAuthorization", "userPresence", "allowDowngrade", "profile",
  ]
  /// Older lessons and bundles of evidence write `secret` for `auto`.
  package static let (auto, secret, privateKey) = ("auto", "secret", "private-key")
  package static let authentications = [auto] + SecretMethod.allCases.map(\.rawValue) + [privateKey, secret]
  package static let profiles = ["fapi-2.0"]

  package static func read(_ reader: inout MemberReader, into configuration: inout Configuration) throws(CommandError) {
    let profile = try reader.choice("profile", profiles)
    let authentication = try reader.choice("clientAuthentication", authentications)
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
    ] where isFAPI && !isOn {
      throw reader.excludes(name, "profile", .profileDemands)
    }
    for name in ["clientAuthentication", "dpop", "pushedAuthorization", "profile"] where reader.has(name) {
      guard reader.has("applicationServer"), keys != KeyRequirements() else { continue }
      throw reader.excludes(name, "applicationServer", .keysOrApplicationServer)
    }
    try judgeStaticClient(&reader, &keys, configuration.registration)
    if keys.userPresence, !keys.privateKey {
      reader.warnings.append(Catalogue()(.idleWithoutKey, ["path": reader.file, "member": "userPresence"]))
    }
    configuration.keys = keys
  }

  /// A registered client already has its key.
  private static func judgeStaticClient(
    _ reader: inout MemberReader, _ keys: inout KeyRequirements, _ registration: RegistrationOptions
  ) throws(CommandError) {
    guard !registration.mode.registers else { return }
    if keys.isFAPI { throw reader.excludes("profile", "registration", .keyOrStaticClient) }
    if keys.privateKey, registration.clientKey == nil {
      throw reader.missing("clientKey", example: "NzbLsXh8uDCcd-6MNwXF4W_7noWXFZAfHkxZsRGC9Xs")
    }
    if registration.clientKey != nil { keys.privateKey = true }
  }
}

extension EmbeddedServerOptions {
  /// The demands of the FAPI 2.0 Security Profile (§5.3.2.1, §5.3.2.2, §5.4) on an authorization server that this one does not always meet.
  private static let fapiDemands = [
    KeyRequirement.dpop, .pushedAuthorization, .privateKey, .lastingRefreshTokens, .fapi,
  ]

  /// The longest lifetimes that the profile allows, in seconds (§5.3.2.1, §5.3.2.2).
  static let fapiLifetimes = [("code", 60), ("pushedRequest", 599)]

  mutating func demandFAPI() {
    demands += Self.fapiDemands.filter { !demands.contains($0) }
  }

  /// Whether a policy may have its value together with the profile.
  /// - Parameters:
  ///   - demand: what the value demands; `nil`: nothing.
  ///   - choices: everything that the policy can demand.
  static func fitsFAPI(_ demand: KeyRequirement?, of choices: some Collection<KeyRequirement>) -> Bool {
    demand.map(fapiDemands.contains) ?? false || !choices.contains(where: fapiDemands.contains)
  }
}
