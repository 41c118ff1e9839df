import Glibc

package enum MachineAddresses {
  /// Beyond loopback, IPv4 first, each once, in the system's order. Empty where the system does not say.
  package static func read() -> [IPAddress] {
    var head: UnsafeMutablePointer<ifaddrs>?
    guard getifaddrs(&head) == 0, let head else { return [] }
    defer { freeifaddrs(head) }
    let all = sequence(first: head) { $0.pointee.ifa_next }.compactMap { $0.pointee.ifa_addr.flatMap(address) }
    var seen: Set<IPAddress> = []
    let others = all.filter { !$0.isLoopback && !$0.isLinkLocal6 && seen.insert($0).inserted }
    return others.filter { !$0.isIPv6 } + others.filter(\.isIPv6)
  }

  /// `nil`: it is of another family.
  package static func address(_ socket: UnsafeMutablePointer<sockaddr>) -> IPAddress? {
    switch Int32(socket.pointee.sa_family) {
    case AF_INET:
      socket.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { named in
        IPAddress(bytes: withUnsafeBytes(of: named.pointee.sin_addr) { Array($0) })
      }
    case AF_INET6:
      socket.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { named in
        IPAddress(bytes: withUnsafeBytes(of: named.pointee.sin6_addr) { Array($0) })
      }
    default: nil
    }
  }
}
