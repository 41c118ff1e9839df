import Foundation
import LocalSockets
import SecureElement
import SharedValues
import TestValues
import Testing

@testable import DCRTerminal
@testable import Edge

/// Peers that break the protocol, and peers that may not use the element.
@Suite(.timeLimit(.minutes(5))) struct HostilePeerTests {
  private let phone: Phone
  private let element: SecureElementKeeper

  init() throws {
    phone = try Phone()
    element = phone.element()
  }

  private func connection() async throws -> LocalConnection {
    let process = try #require(await element.process)
    return try LocalConnection(
      in: phone.data.secureElementPath, socket: SecureElementClient.socketName(process: process),
      until: LocalDeadline(milliseconds: 5000))
  }

  private func answer(_ connection: LocalConnection, _ line: [UInt8]) throws -> ElementAnswer {
    let end = LocalDeadline(milliseconds: 10_000)
    try connection.send(line + [0x0A], until: end)
    return try ElementAnswer(line: connection.readLine(limit: ElementRequest.lineLimit, until: end))
  }

  @Test func garbageIsRefusedAndHindersNoOtherPeer() async throws {
    let key = try await element.make(use: .dpop, demandsUser: false)
    let connection = try await connection()
    let lines = [
      "", "nonsense", "[]", "{}", #"{"do":1}"#, #"{"do":"export","thumbprint":"\#(key.thumbprint)"}"#,
      #"{"do":"sign"}"#,
      #"{"do":"sign","thumbprint":"x","bytes":"=="}"#, #"{"do":"sign","thumbprint":"x","bytes":"","challenge":"y"}"#,
      #"{"do":"sign","thumbprint":"x","bytes":"","challenge":"y","verdict":"yes"}"#,
      #"{"do":"make","use":"everything","demands_user":false}"#, #"{"do":"make","use":"dpop"}"#,
      #"{"do":"list","do":"erase"}"#, String(repeating: "[", count: 1000),
    ]
    for line in lines {
      guard case .failed(let error) = try answer(connection, Array(line.utf8)), error.code == .protocolBroken else {
        Issue.record("\(line) was taken")
        continue
      }
    }
    guard case .failed(let error) = try answer(connection, [0xFF, 0x00, 0xC3]), error.code == .protocolBroken else {
      throw Unexpected("bytes that are no text were accepted")
    }
    #expect(try answer(connection, Array(#"{"do":"delete","thumbprint":"../../keys"}"#.utf8)) == .failed(.noSuchKey))
    #expect(try await element.list() == [key])
    await element.stop()
  }

  @Test func anEndlessRequestIsCutOff() async throws {
    _ = try await element.make(use: .dpop, demandsUser: false)
    let connection = try await connection()
    let line = [UInt8](repeating: 0x61, count: ElementRequest.lineLimit + 1)
    #expect(try answer(connection, line) == .failed(.protocolBroken(detail: "the request does not end")))
    #expect(throws: LocalSocketError.self) {
      try connection.readLine(limit: 100, until: LocalDeadline(milliseconds: 5000))
    }
    let long = [UInt8](repeating: 1, count: ElementRequest.messageLimit + 1)
    #expect(await code { _ = try await element.sign(long, with: "x", presence: nil) } == .protocolBroken)
    #expect(try await element.list().count == 1)
    await element.stop()
  }

  @Test func fiftyConnectionsAtOnceAreServed() async throws {
    let key = try await element.make(use: .dpop, demandsUser: false)
    var connections: [LocalConnection] = []
    for _ in 0..<50 { connections.append(try await connection()) }
    let request = ElementRequest.sign(bytes: message, thumbprint: key.thumbprint, presence: nil).line
    for connection in connections { try connection.send(request, until: LocalDeadline(milliseconds: 5000)) }
    for connection in connections {
      let line = try connection.readLine(limit: 1000, until: LocalDeadline(milliseconds: 10_000))
      guard case .signature(let signature) = try ElementAnswer(line: line) else {
        Issue.record("no signature")
        continue
      }
      #expect(try verifies(signature, message, key.publicKey))
    }
    await element.stop()
  }

  /// Another process of the same user, or of another user: the element serves only the app's own process.
  @Test(arguments: [nil, 65534] as [Int?]) func anotherProcessIsNotServed(_ user: Int?) async throws {
    let key = try await element.make(use: .dpop, demandsUser: false)
    let process = try #require(await element.process)
    if user != nil {
      guard geteuid() == 0 else { return }
      // With the folders open, only the kernel's peer credentials keep the process out.
      for path in [phone.folder.path, phone.data.path, phone.data.secureElementsPath, phone.data.secureElementPath] {
        chmod(path, 0o755)
      }
      chmod(phone.data.secureElementPath + "/\(process).sock", 0o666)
    }
    let program = """
      import os, socket, sys
      \(user.map { "os.setuid(\($0))" } ?? "")
      peer = socket.socket(socket.AF_UNIX)
      peer.connect("\(process).sock")
      peer.settimeout(10)
      try:
        peer.sendall(b'{"do":"sign","thumbprint":"\(key.thumbprint)","bytes":"YQ"}\\n')
        print("answer", len(peer.recv(1000)))
      except (BrokenPipeError, ConnectionResetError):
        print("answer 0")
      """
    let other = Process()
    let output = Pipe()
    other.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    other.currentDirectoryURL = URL(fileURLWithPath: phone.data.secureElementPath)
    (other.arguments, other.standardOutput) = (["-c", program], output)
    try other.run()
    let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    other.waitUntilExit()
    #expect(said == "answer 0\n")
    chmod(phone.data.secureElementPath, 0o700)
    #expect(try await element.list() == [key])
    await element.stop()
  }

  /// The app checks who listens: an impostor must not get the message, and its signature would be worthless.
  @Test func anImpostorGetsNoMessage() async throws {
    let heard = HeardLines()
    let listener = try LocalListener(
      in: phone.data.devicePath, socket: SecureElementClient.socketName(process: 1),
      rules: LineRules(limit: 100_000, milliseconds: 5000, mayIdle: true, connections: 4), admits: { _ in true },
      answer: heard.take)
    let client = SecureElementClient(folder: phone.data.devicePath, process: 1)
    #expect(await code { _ = try await client.sign(message, with: "x", presence: nil) } == .unavailable)
    #expect(heard.count == 0)
    listener.close()
  }

  @Test(arguments: ["", "nonsense", "{}", #"{"signature":"YQ"}"#, #"{"keys":[{"thumbprint":"x"}]}"#, #"{"done":true}"#])
  func answersAreJudged(_ line: String) async throws {
    let listener = try LocalListener(
      in: phone.data.devicePath, socket: SecureElementClient.socketName(process: getpid()),
      rules: LineRules(limit: 100_000, milliseconds: 5000, mayIdle: true, connections: 4), admits: { _ in true },
      answer: { _ in .next(Array((line + "\n").utf8)) })
    let client = SecureElementClient(folder: phone.data.devicePath, process: getpid())
    #expect(await code { _ = try await client.sign(message, with: "x", presence: nil) } == .protocolBroken)
    #expect(await code { _ = try await client.list() } == .protocolBroken)
    listener.close()
  }

  @Test func aSlowLineIsCutOffAndSilenceIsNot() async throws {
    let listener = try LocalListener(
      in: phone.data.devicePath, socket: "test.sock",
      rules: LineRules(limit: 100, milliseconds: 100, mayIdle: true, connections: 4), admits: { $0.isSameUser },
      answer: { input in if case .line(let line) = input { .next(line + [0x0A]) } else { .last(Array("late\n".utf8)) } }
    )
    let end = LocalDeadline(milliseconds: 20_000)
    let (slow, silent) = (
      try LocalConnection(in: phone.data.devicePath, socket: "test.sock", until: end),
      try LocalConnection(in: phone.data.devicePath, socket: "test.sock", until: end)
    )
    try slow.send(Array("one\ntwo\nthr".utf8), until: end)
    #expect(try slow.readLine(limit: 10, until: end) == Array("one".utf8))
    #expect(try slow.readLine(limit: 10, until: end) == Array("two".utf8))
    #expect(try slow.readLine(limit: 10, until: end) == Array("late".utf8))
    try silent.send(Array("here\n".utf8), until: end)
    #expect(try silent.readLine(limit: 10, until: end) == Array("here".utf8))
    listener.close()
  }
}

private final class HeardLines: @unchecked Sendable {
  // Only the listener's queue uses it until the listener is closed, which makes `@unchecked` sound.
  private(set) var count = 0

  func take(_ input: LineInput) -> LineAnswer {
    count += 1
    return .last([])
  }
}
