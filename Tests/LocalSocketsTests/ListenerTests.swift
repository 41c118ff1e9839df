import Foundation
import Testing

@testable import LocalSockets

@Suite struct ListenerTests {
  @Test func theSocketIsPrivateAndRemovedWithTheListener() throws {
    let folder = try DeviceFolder()
    let listener = try URIDispatchListener(at: URIDispatchAddress(deviceDirectory: folder.path)) { _ in .accepted }
    let attributes = try FileManager.default.attributesOfItem(atPath: folder.socketPath)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
    listener.close()
    listener.close()
    #expect(!folder.exists())
  }

  @Test func aSecondListenerIsRefusedAndTheFirstContinues() throws {
    let folder = try DeviceFolder()
    let inbox = Inbox()
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    let first = try URIDispatchListener(at: address, receive: inbox.take)
    #expect(code { _ = try URIDispatchListener(at: address) { _ in .accepted } } == .inUse)
    try URIDispatchClient.deliver("a:/b", to: address)
    #expect(inbox.all == ["a:/b"])
    first.close()
  }

  @Test func aSocketLeftByACrashIsReplaced() throws {
    let folder = try DeviceFolder()
    let directory = try SocketFolder(folder.path, socket: URIDispatchAddress.socketName)
    let crashed = unixSocket()
    #expect(withSocketAddress(directory.socketAddress) { bind(crashed, $0, $1) } == 0)
    close(crashed)
    directory.shut()
    #expect(folder.exists())
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    let listener = try URIDispatchListener(at: address) { _ in .accepted }
    try URIDispatchClient.deliver("a:/b", to: address)
    listener.close()
  }

  @Test func ofManyStartedAtOnceOneListens() async throws {
    let folder = try DeviceFolder()
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    let listeners = await withTaskGroup(of: URIDispatchListener?.self) { group in
      for _ in 0..<8 { group.addTask { try? URIDispatchListener(at: address) { _ in .accepted } } }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(listeners.compactMap { $0 }.count == 1)
    try URIDispatchClient.deliver("a:/b", to: address)
    for listener in listeners { listener?.close() }
  }

  @Test func closingDoesNotRemoveASuccessorsSocket() throws {
    let folder = try DeviceFolder()
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    let first = try URIDispatchListener(at: address) { _ in .accepted }
    try FileManager.default.removeItem(atPath: folder.socketPath)
    let second = try URIDispatchListener(at: address) { _ in .accepted }
    first.close()
    try URIDispatchClient.deliver("a:/b", to: address)
    second.close()
  }

  @Test func anotherFileInItsPlaceIsLeftAlone() throws {
    let folder = try DeviceFolder()
    let address = URIDispatchAddress(deviceDirectory: folder.path)
    try Data("mine".utf8).write(to: URL(fileURLWithPath: folder.socketPath))
    #expect(code { _ = try URIDispatchListener(at: address) { _ in .accepted } } == .cannotListen)
    #expect(try String(contentsOfFile: folder.socketPath, encoding: .utf8) == "mine")
    try FileManager.default.removeItem(atPath: folder.socketPath)
    try FileManager.default.createSymbolicLink(atPath: folder.socketPath, withDestinationPath: "/nowhere")
    #expect(code { _ = try URIDispatchListener(at: address) { _ in .accepted } } == .cannotListen)
  }

  @Test func unsafeFoldersAreRefused() throws {
    let folder = try DeviceFolder()
    let link = folder.path + "/link"
    try FileManager.default.createDirectory(atPath: folder.path + "/real", withIntermediateDirectories: false)
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: folder.path + "/real")
    func listen(_ path: String) -> LocalSocketError.Code? {
      code { _ = try URIDispatchListener(at: URIDispatchAddress(deviceDirectory: path)) { _ in .accepted } }
    }
    #expect(listen(link) == .unsafeFolder)
    #expect(listen(folder.path + "/missing") == .unsafeFolder)
    try FileManager.default.setAttributes([.posixPermissions: 0o777], ofItemAtPath: folder.path)
    #expect(listen(folder.path) == .unsafeFolder)
    #expect(
      code { try URIDispatchClient.deliver("a:/b", to: URIDispatchAddress(deviceDirectory: link)) } == .unreachable)
    #expect(!folder.exists())
  }
}
