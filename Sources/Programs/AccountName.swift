import Glibc

package enum AccountName {
  /// The account's name; its number if it has no name.
  package static func of(_ user: uid_t) -> String {
    getpwuid(user).map { String(cString: $0.pointee.pw_name) } ?? "\(user)"
  }
}
