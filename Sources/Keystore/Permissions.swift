import Glibc

/// Which owners and modes are accepted, and which are refused with a reason.
///
/// Refused: another owner except root; anything that others may write, because they could have put it there; and a key that others may read, because
/// it may be known already, and narrowing the mode would hide that. Other modes wider than 0700 and 0600 are narrowed at the next save: others can
/// only read encrypted data there.
enum Permissions {
  static let writableByOthers: mode_t = 0o022
  static let openToOthers: mode_t = 0o077

  static func judge(_ status: stat, forbidden: mode_t, path: String) throws(KeystoreError) {
    let user = geteuid()
    guard status.st_uid == user || status.st_uid == 0 else {
      throw KeystoreError(
        .permissions, path: path, detail: "it belongs to user \(Int(status.st_uid)), and this is user \(Int(user))")
    }
    guard status.st_mode & forbidden == 0 else {
      let mode = String(status.st_mode & 0o7777, radix: 8)
      let expected = status.st_mode & S_IFMT == S_IFDIR ? "700" : "600"
      throw KeystoreError(
        .permissions, path: path,
        detail: forbidden == openToOthers
          ? "its mode is \(mode), which opens it to others; expected \(expected)"
          : "its mode is \(mode), which lets others change it; expected \(expected)")
    }
  }
}
