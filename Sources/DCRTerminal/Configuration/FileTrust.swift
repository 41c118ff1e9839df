import Catalogue
import FoundationEssentials
import Glibc

/// Whether a file that nobody named may be used.
///
/// Who may write it decides which program is started and which server is trusted. So it has to be the user's or root's, and nobody else may
/// write to it. A group that holds the user alone, as Debian and its descendants give one to everybody, is nobody else.
enum FileTrust {
  /// What speaks against the file; `nil`: nothing.
  ///
  /// - Parameters:
  ///   - path: where it was found. A symbolic link there has to be the user's or root's as well.
  ///   - descriptor: the file, open.
  static func objection(to path: String, open descriptor: Int32) -> String? {
    var info = stat()
    var link = stat()
    guard fstat(descriptor, &info) == 0, lstat(path, &link) == 0 else { return String(cString: strerror(errno)) }
    let user = geteuid()
    for owner in [link.st_uid, info.st_uid] where owner != user && owner != 0 {
      return Catalogue()(.fileOfAnother, ["user": AccountName.of(owner)])
    }
    let othersMayWrite = info.st_mode & S_IWOTH != 0
    let groupMayWrite = info.st_mode & S_IWGRP != 0 && !isPrivate(info.st_gid, of: user)
    return othersMayWrite || groupMayWrite ? Catalogue()(.fileOthersMayWrite) : nil
  }

  /// Whether it is the user's own group, of the same name, and has no other member.
  private static func isPrivate(_ group: gid_t, of user: uid_t) -> Bool {
    guard let account = getpwuid(user)?.pointee, account.pw_gid == group, let entry = getgrgid(group)?.pointee else {
      return false
    }
    let own = String(cString: account.pw_name)
    guard String(cString: entry.gr_name) == own else { return false }
    var member = entry.gr_mem
    while let name = member?.pointee {
      if String(cString: name) != own { return false }
      member = member?.advanced(by: 1)
    }
    return true
  }
}
