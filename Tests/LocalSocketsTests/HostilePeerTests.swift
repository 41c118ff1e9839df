import Foundation
import Testing

@testable import LocalSockets

/// Peers that break the protocol are answered or cut off, and hinder no other peer.
@Suite struct HostilePeerTests {
  private let folder: DeviceFolder
  private let inbox = Inbox()
  private let address: URIDispatchAddress

  init() throws {
    folder = try DeviceFolder()
    address = URIDispatchAddress(deviceDirectory: folder.path)
  }

  private func listener(deadline: Int = 20_000) throws -> URIDispatchListener {
    try URIDispatchListener(at: address, deadline: deadline, receive: inbox.take)
  }

  @Test func aLineInPortionsIsOneURI() throws {
    let listener = try listener()
    defer { listener.close() }
    let peer = try Peer(folder)
    for portion in ["io.cur", "ity:/call", "back\n"] { peer.send(portion) }
    #expect(peer.answer() == "ok\n")
    #expect(inbox.all == ["io.curity:/callback"])
  }

  @Test func aSlowPeerIsCutOffAndHindersNoOtherPeer() throws {
    let listener = try listener(deadline: 200)
    defer { listener.close() }
    let slow = try Peer(folder)
    slow.send("io.curity:/never-ends")
    try URIDispatchClient.deliver("a:/b", to: address)
    #expect(slow.answer().hasPrefix("refused: "))
    #expect(inbox.all == ["a:/b"])
  }

  @Test func anEndlessLineIsCutOff() throws {
    let listener = try listener()
    defer { listener.close() }
    let peer = try Peer(folder)
    peer.send([UInt8](repeating: UInt8(ascii: "x"), count: URIDispatch.limit + 1))
    peer.send("\n")
    #expect(peer.answer().hasPrefix("refused: "))
    #expect(inbox.all == [])
  }

  @Test(
    arguments: [
      [0xFF, 0xFE, 0x0A], [0x61, 0x00, 0x62, 0x0A], [0x1B, 0x5B, 0x41, 0x0A], [0x0A], [0xC2, 0x9B, 0x0A],
      [0x61, 0x0D, 0x0A],
    ] as [[UInt8]])
  func invalidURIsAreRefused(_ bytes: [UInt8]) throws {
    let listener = try listener()
    defer { listener.close() }
    let peer = try Peer(folder)
    peer.send(bytes)
    #expect(peer.answer() == "refused: not a URI\n")
    #expect(inbox.all == [])
  }

  @Test func aPeerThatLeavesEarlyDeliversNothing() throws {
    let listener = try listener()
    defer { listener.close() }
    let peer = try Peer(folder)
    peer.send("io.curity:/half")
    peer.endSending()
    #expect(peer.answer() == "")
    #expect(inbox.all == [])
  }

  @Test func manySilentPeersDoNotLockOutTheRest() throws {
    let listener = try listener(deadline: 300)
    defer { listener.close() }
    let peers = try (0..<24).map { _ in try Peer(folder) }
    try URIDispatchClient.deliver("a:/b", to: address, deadline: 20_000)
    #expect(inbox.all == ["a:/b"])
    withExtendedLifetime(peers) {}
  }

  @Test func closingEndsOpenConnections() throws {
    let listener = try listener()
    let peer = try Peer(folder)
    peer.send("half")
    try URIDispatchClient.deliver("a:/b", to: address)
    listener.close()
    #expect(peer.answer() == "")
  }
}
