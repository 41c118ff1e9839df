import Foundation
import LocalSockets
import SharedValues
import Testing

@testable import DCRTerminal

/// The element ends with its app, whatever ends it, and for no other reason.
@Suite(.timeLimit(.minutes(5))) struct LifeTests {
  private let phone: Phone

  init() throws { phone = try Phone() }

  private func hasEnded(_ process: pid_t) async -> Bool {
    // The suite's time limit cancels a wait in vain.
    while !Task.isCancelled {
      let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
      if status == nil || status?.split(separator: ")").last?.hasPrefix(" Z") == true { return true }
      await Task.yield()
    }
    return false
  }

  @Test func itEndsWithAKilledApp() async throws {
    let app = Process()
    let output = Pipe()
    app.executableURL = URL(fileURLWithPath: "/usr/bin/python3")
    app.arguments = [
      "-c",
      """
      import signal, subprocess, sys
      element = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
      assert element.stdout.readline() == b"ready\\n"
      print(element.pid, flush=True)
      signal.pause()
      """, Phone.program, "--folder", phone.data.secureElementPath, "--owner", "phone",
    ]
    app.standardOutput = output
    try app.run()
    let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
    let element = try #require(pid_t(line.trimmingCharacters(in: .whitespacesAndNewlines)))
    #expect(phone.sockets == ["\(element).sock"])
    kill(app.processIdentifier, SIGKILL)
    #expect(await hasEnded(element))
    #expect(phone.sockets == [])
    app.waitUntilExit()
  }

  @Test func itIgnoresTheTerminalsSignals() async throws {
    let element = phone.element()
    let key = try await element.make(use: .dpop, demandsUser: false)
    let process = try #require(await element.process)
    for signal in [SIGINT, SIGQUIT, SIGHUP] { kill(process, signal) }
    _ = try await element.sign(message, with: key.thumbprint, presence: nil)
    #expect(await element.process == process)
    kill(process, SIGTERM)
    #expect(await hasEnded(process))
    #expect(phone.sockets == [])
    await element.stop()
  }

  /// A starting program must not take the socket of one that is about to listen for a stale one.
  @Test func manyStartedAtOnceAllServe() async throws {
    let served = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          let element = phone.element()
          let isServed = (try? await element.make(use: .dpop, demandsUser: false)) != nil
          await element.stop()
          return isServed
        }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(served.count == 8 && !served.contains(false))
  }

  @Test func aCheckCreatesNothing() async throws {
    let check = Process()
    let output = Pipe()
    check.executableURL = URL(fileURLWithPath: Phone.program)
    check.arguments = ["--folder", phone.data.secureElementPath, "--owner", "phone", "--check"]
    check.standardOutput = output
    try check.run()
    #expect(String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self) == "ready 0\n")
    check.waitUntilExit()
    #expect(check.terminationStatus == 0)
    #expect(!FileManager.default.fileExists(atPath: phone.data.secureElementsPath))
  }
}
