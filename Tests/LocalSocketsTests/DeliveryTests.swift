import Foundation
import Testing

@testable import LocalSockets

@Suite struct DeliveryTests {
  private let uri = "io.curity.dcrclient:/callback?code=abc&state=xyz"

  @Test(arguments: [false, true])
  func aURIArrivesAsItWasSent(_ long: Bool) throws {
    let folder = try DeviceFolder(long: long)
    #expect(long == (folder.socketPath.utf8.count > 107))
    let inbox = Inbox()
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    let listener = try URIDispatchListener(at: address, receive: inbox.take)
    for number in 1...5 { try URIDispatchClient.deliver(uri + "\(number)", to: address) }
    #expect(inbox.all == (1...5).map { uri + "\($0)" })
    listener.close()
  }

  @Test func theAppsReasonIsReported() throws {
    let folder = try DeviceFolder()
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    let listener = try URIDispatchListener(at: address) { _ in .refused("nothing was\nasked for\u{1B}[31m") }
    defer { listener.close() }
    #expect(throws: LocalSocketError(.refused, "nothing was asked for [31m")) {
      try URIDispatchClient.deliver(uri, to: address)
    }
  }

  /// A sender can so find the app that waits, without disturbing the others.
  @Test func aQuestionDeliversNothing() throws {
    let folder = try DeviceFolder()
    let inbox = Inbox()
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    #expect(!URIDispatchClient.isAwaited(uri, at: address))
    let listener = try URIDispatchListener(at: address, isAwaited: { [uri] in $0 == uri }, receive: inbox.take)
    defer { listener.close() }
    #expect(URIDispatchClient.isAwaited(uri, at: address))
    #expect(!URIDispatchClient.isAwaited(uri + "x", at: address))
    #expect(inbox.all == [])
    try URIDispatchClient.deliver(uri, to: address)
    #expect(inbox.all == [uri])
  }

  @Test func theLongestURIArrivesAndALongerOneIsNotSent() throws {
    let folder = try DeviceFolder()
    let inbox = Inbox()
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    let listener = try URIDispatchListener(at: address, receive: inbox.take)
    defer { listener.close() }
    let longest = String(repeating: "x", count: URIDispatch.limit)
    try URIDispatchClient.deliver(longest, to: address)
    #expect(inbox.all == [longest])
    #expect(code { try URIDispatchClient.deliver(longest + "x", to: address) } == .tooLong)
    #expect(code { try URIDispatchClient.deliver("a:/b\nc:/d", to: address) } == .refused)
    #expect(inbox.all.count == 1)
  }

  @Test func withoutAListenerDeliveryFails() throws {
    let folder = try DeviceFolder()
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    #expect(code { try URIDispatchClient.deliver(uri, to: address) } == .nobodyListening)
    let missing = URIDispatchAddress(deviceDirectory: folder.path + "/missing")
    #expect(code { try URIDispatchClient.deliver(uri, to: missing) } == .nobodyListening)
    try URIDispatchListener(at: address) { _ in .accepted }.close()
    #expect(code { try URIDispatchClient.deliver(uri, to: address) } == .nobodyListening)
  }

  @Test func aSilentListenerIsUnreachable() throws {
    let folder = try DeviceFolder()
    let directory = try SocketFolder(folder.path, socket: URIDispatchAddress.socketName)
    defer { directory.shut() }
    let silent = unixSocket()
    defer { close(silent) }
    #expect(withSocketAddress(directory.socketAddress) { bind(silent, $0, $1) } == 0)
    listen(silent, 4)
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    #expect(code { try URIDispatchClient.deliver(uri, to: address, deadline: 50) } == .unreachable)
  }

  @Test func anAddressIsReadFromASocketsPath() {
    #expect(URIDispatchAddress(socketPath: "/data/devices/phone/uri.sock")?.deviceDirectory == "/data/devices/phone")
    #expect(URIDispatchAddress(socketPath: "/uri.sock")?.path == "//uri.sock")
    #expect(URIDispatchAddress(socketPath: "/data/other.sock") == nil)
  }
}
