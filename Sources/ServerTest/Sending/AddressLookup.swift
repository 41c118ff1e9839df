import Glibc
import Programs
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
      if let address = entry.ai_addr.flatMap(MachineAddresses.address), !found.contains(address) {
        found.append(address)
      }
      next = entry.ai_next
    }
    return found
  }
}
