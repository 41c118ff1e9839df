/// The fault files that come with the program. Each stands in Presets/ and is embedded when the program is built; its name is the
/// file's without `.json`.
public enum FaultPresets {
  public struct Preset: Hashable, Sendable {
    public var name: String
    /// The fault file.
    public var bytes: [UInt8]
    public var plan: FaultPlan
  }

  public static var names: [String] { files.map(\.0) }

  public static let all: [Preset] = files.map { name, bytes in
    do {
      return Preset(name: name, bytes: bytes, plan: try FaultFile.read(bytes, name: name + ".json"))
    } catch { preconditionFailure("a preset that comes with the program is wrong: \(error)") }
  }

  public static func named(_ name: String) -> Preset? { all.first { $0.name == name } }

  private static let files: [(String, [UInt8])] = [
    ("server-down-at-start", PackageResources.server_down_at_start_json),
    ("server-down-during-registration", PackageResources.server_down_during_registration_json),
    ("registration-answer-lost", PackageResources.registration_answer_lost_json),
    ("phone-offline", PackageResources.phone_offline_json),
    ("slow-network", PackageResources.slow_network_json),
    ("flaky-network", PackageResources.flaky_network_json),
    ("server-overloaded", PackageResources.server_overloaded_json),
    ("proxy-in-the-way", PackageResources.proxy_in_the_way_json),
    ("certificate-expired", PackageResources.certificate_expired_json),
    ("man-in-the-middle", PackageResources.man_in_the_middle_json),
    ("client-revoked", PackageResources.client_revoked_json),
    ("secret-expired", PackageResources.secret_expired_json),
    ("registration-closed", PackageResources.registration_closed_json),
    ("forged-state", PackageResources.forged_state_json),
    ("mix-up", PackageResources.mix_up_json),
    ("login-denied", PackageResources.login_denied_json),
    ("bad-signature", PackageResources.bad_signature_json),
    ("replayed-id-token", PackageResources.replayed_id_token_json),
    ("evil-issuer", PackageResources.evil_issuer_json),
    ("refresh-token-used-up", PackageResources.refresh_token_used_up_json),
    ("another-user-after-refresh", PackageResources.another_user_after_refresh_json),
    ("userinfo-of-another", PackageResources.userinfo_of_another_json),
    ("disk-full", PackageResources.disk_full_json),
    ("keystore-damaged", PackageResources.keystore_damaged_json),
    ("browser-closed", PackageResources.browser_closed_json),
    ("browser-missing", PackageResources.browser_missing_json),
  ]
}
