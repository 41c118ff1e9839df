import Foundation
import SmallFiles
import Testing

@testable import Keystore

/// Runs a program to its end. The text has output and errors together.
func run(_ program: String, _ arguments: [String]) throws -> (status: Int32, text: String) {
  let process = Process()
  process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
  process.arguments = [program] + arguments
  let pipe = Pipe()
  process.standardOutput = pipe
  process.standardError = pipe
  process.standardInput = FileHandle.nullDevice
  try process.run()
  let output = pipe.fileHandleForReading.readDataToEndOfFile()
  process.waitUntilExit()
  return (process.terminationStatus, String(decoding: output, as: UTF8.self))
}

/// A program on its own terminal, for programs that ask for a passphrase there.
final class PseudoTerminal {
  /// POSIX_SPAWN_SETSID of glibc's spawn.h, which Swift does not import.
  private static let newSession: Int16 = 0x80

  private let controller: Int32
  private let process: pid_t
  private(set) var seen = ""
  private var answered = ""

  init(_ command: [String]) throws {
    var controller: Int32 = -1
    var terminal: Int32 = -1
    var name = [CChar](repeating: 0, count: 128)
    guard openpty(&controller, &terminal, &name, nil, nil) == 0 else { throw SystemError.last }
    close(terminal)
    guard fcntl(controller, F_SETFD, FD_CLOEXEC) == 0 else { throw SystemError.last }
    self.controller = controller
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens becomes its controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    for descriptor: Int32 in [1, 2] { posix_spawn_file_actions_adddup2(&actions, 0, descriptor) }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    posix_spawnattr_setflags(&attributes, PseudoTerminal.newSession)
    let arguments = command.map { strdup($0) } + [nil]
    defer { for argument in arguments { free(argument) } }
    var process: pid_t = 0
    let failure = posix_spawnp(&process, command[0], &actions, &attributes, arguments, environ)
    guard failure == 0 else { throw SystemError(number: failure) }
    self.process = process
  }

  deinit { close(controller) }

  /// Waits for an unanswered prompt and answers it.
  func answer(_ prompt: String, with line: String) throws {
    while !seen.dropFirst(answered.count).contains(prompt) {
      try #require(readMore(), "ended before it asked: \(seen)")
    }
    answered = seen
    let bytes = Array((line + "\n").utf8)
    guard write(controller, bytes, bytes.count) == bytes.count else { throw SystemError.last }
  }

  /// Reads to the end. Returns the exit code; -1: a signal ended the program.
  func finish() throws -> Int32 {
    while readMore() {}
    var status: Int32 = 0
    guard waitpid(process, &status, 0) == process else { throw SystemError.last }
    return status & 0x7F == 0 ? status >> 8 & 0xFF : -1
  }

  private func readMore() -> Bool {
    var buffer = [UInt8](repeating: 0, count: 1024)
    let count = read(controller, &buffer, buffer.count)
    guard count > 0 else { return false }
    seen += String(decoding: buffer[..<count], as: UTF8.self)
    return true
  }
}
