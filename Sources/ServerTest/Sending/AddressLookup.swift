import Glibc
import SharedValues

/// Asks the resolver for the addresses of a host, once: the run connects to the address that was judged, and asks no more.
package enum AddressLookup {
  /// - Returns: in the resolver's order; empty: it knows none.
  package static func addresses(of host: String) -> [IPAddress] {
    if let address = IPAddress(host: host) { return [address] }
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var list: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &list) == 0 else { return [] }
    defer { freeaddrinfo(list) }
    var found: [IPAddress] = []
    var next = list
    while let entry = next?.pointee {
      if let address = address(entry), !found.contains(address) { found.append(address) }
      next = entry.ai_next
    }
    return found
  }

  private static func address(_ entry: addrinfo) -> IPAddress? {
    guard let address = entry.ai_addr else { return nil }
    switch entry.ai_family {
    case AF_INET:
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { pointer in
        withUnsafeBytes(of: pointer.pointee.sin_addr) { IPAddress(bytes: Array($0)) }
      }
    case AF_INET6:
      return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { pointer in
        withUnsafeBytes(of: pointer.pointee.sin6_addr) { IPAddress(bytes: Array($0)) }
      }
    default: return nil
    }
  }
}
