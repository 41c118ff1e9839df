import Programs
import Catalogue
import Glibc

/// Whether a file that the user did not name may be used.
///
/// The file decides which program is started and which server is trusted. So it has to belong to the user or to root, and only its owner may write to
/// it. A group with the user as its only member, as Debian and its descendants make for each user, may write as well.
enum FileTrust {
  /// Why the file may not be used; `nil`: it may.
  /// - Parameters:
  ///   - path: where it was found. A symbolic link there has to belong to the user or to root as well.
  ///   - descriptor: the open file.
  static func objection(to path: String, open descriptor: Int32) -> String? {
    var info = stat()
    var link = stat()
    guard fstat(descriptor, &info) == 0, lstat(path, &link) == 0 else { return String(cString: strerror(errno)) }
    let user = geteuid()
    for owner in [link.st_uid, info.st_uid] where owner != user && owner != 0 {
      return Catalogue()(.fileOfAnother, ["user": AccountName.of(owner)])
    }
    let groupMayWrite = info.st_mode & S_IWGRP != 0 && !isPrivate(info.st_gid, of: user)
    return info.st_mode & S_IWOTH != 0 || groupMayWrite ? Catalogue()(.fileOthersMayWrite) : nil
  }

  /// Whether it is the user's own group, with the user's name and no other member.
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
