import FoundationEssentials
import Glibc
import SmallFiles

/// Whether the loopback interface belongs to the system whose files are visible here. In a container or a chroot it may belong to another system and
/// its users.
package enum LoopbackOwner {
  /// The id of the first pid namespace, which the kernel fixes (`PROC_PID_INIT_INO`).
  private static let firstProcessNamespace = "pid:[4026531836]"

  static func isThisSystem() -> Bool {
    let namespace = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/ns/pid")
    return namespace == firstProcessNamespace && isRootOfTheMachine || isApart(networkLinks())
  }

  /// For root: whether its root folder is that of the first process. Other users may not look at that process; for them, the system has to have been
  /// started by systemd, whose folder is missing in a chroot.
  private static var isRootOfTheMachine: Bool {
    guard geteuid() == 0 else { return access("/run/systemd/system", F_OK) == 0 }
    var first = stat()
    var own = stat()
    return stat("/proc/1/root/.", &first) == 0 && stat("/.", &own) == 0
      && (first.st_dev, first.st_ino) == (own.st_dev, own.st_ino)
  }

  // MARK: Containers

  /// A network interface: its number, and the number of its other end (`iflink`), which is the same if there is no other end.
  package struct Link: Hashable, Sendable {
    package var name: String
    package var number: Int
    package var other: Int

    package init(_ name: String, _ number: Int, _ other: Int) {
      (self.name, self.number, self.other) = (name, number, other)
    }
  }

  /// Whether this is a separate network, as container engines make them: besides the loopback it only has links whose other ends are in another
  /// network. A machine's own network has a device or a bridge.
  ///
  /// - Parameter links: `nil`: not known.
  package static func isApart(_ links: [Link]?) -> Bool {
    guard let links, links.contains(where: { $0.name == "lo" }) else { return false }
    let others = links.filter { $0.name != "lo" }
    let numbers = Set(links.map(\.number))
    return !others.isEmpty && others.allSatisfy { $0.other > 0 && !numbers.contains($0.other) }
  }

  private static func networkLinks() -> [Link]? {
    let folder = "/sys/class/net"
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else { return nil }
    var links: [Link] = []
    for name in names {
      guard let number = index(in: "\(folder)/\(name)/ifindex"), let other = index(in: "\(folder)/\(name)/iflink")
      else { return nil }
      links.append(Link(name, number, other))
    }
    return links
  }

  private static func index(in file: String) -> Int? {
    SmallFile.whole(file, limit: 1 << 16).flatMap { Int(String(decoding: $0.prefix { $0 != 0x0A }, as: UTF8.self)) }
  }
}
