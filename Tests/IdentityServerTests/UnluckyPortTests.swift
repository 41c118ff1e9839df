import Foundation
import Testing

@testable import IdentityServer

/// A port that the system chooses is free on one loopback address, but may be taken on the other.
@Suite struct UnluckyPortTests {
  /// Sockets that occupy some of the system's ports on ::1.
  private func takePorts(_ count: Int) -> [Int32] {
    (0..<count).compactMap { _ in
      let descriptor = socket(AF_INET6, Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue), 0)
      var on: Int32 = 1
      setsockopt(descriptor, Int32(IPPROTO_IPV6), IPV6_V6ONLY, &on, socklen_t(MemoryLayout<Int32>.size))
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_addr = in6addr_loopback
      let isBound = withUnsafePointer(to: &address) { pointer in
        pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size)) == 0
        }
      }
      if isBound { return descriptor }
      close(descriptor)
      return nil
    }
  }

  /// With an eighth of the ports taken, nearly every second start must choose one of its three ports again.
  @Test func anAbandonedAttemptDoesNotEndTheServer() async throws {
    var limit = rlimit()
    getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let before = limit
    limit.rlim_cur = min(limit.rlim_max, 8192)
    setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    let taken = takePorts(min(3600, Int(limit.rlim_cur) - 400))
    defer {
      for descriptor in taken { close(descriptor) }
      var before = before
      setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &before)
    }
    for _ in 0..<10 {
      try await TestServer.with(.socket) { (server) async throws in
        #expect(try await server.servesStill())
        #expect(try await server.servesStill())
      }
    }
  }
}
