import Foundation
import Testing

@testable import IdentityServer

/// A single-use value is remembered for as long as it could be used, and the memory is bounded.
@Suite struct ReplayMemoryTests {
  private let start = Date(timeIntervalSince1970: 1_767_225_600)

  @Test func remembersEachForTheWindow() throws {
    let memory = try ReplayMemory(window: 100)
    #expect(memory.remember("a", of: "k", now: start) == .new)
    #expect(memory.remember("a", of: "other", now: start) == .new)
    #expect(memory.remember("ka", of: "", now: start) == .new)
    for second in [0, 50, 100, 101, 199] as [TimeInterval] {
      #expect(memory.remember("a", of: "k", now: start + second) == .known, "\(second)")
      // A new value at the same time makes the memory change generations.
      #expect(memory.remember("b\(second)", of: "k", now: start + second) == .new)
    }
    #expect(memory.remember("a", of: "k", now: start + 302) == .new)
    #expect(memory.remember("late", of: "k", now: start + 700) == .new)
    #expect(memory.count == 1)
  }

  @Test func isFullRatherThanForgettingEarly() throws {
    let memory = try ReplayMemory(window: 100, capacity: 10)
    for number in 0..<10 { #expect(memory.remember("\(number)", of: "k", now: start + TimeInterval(number)) == .new) }
    #expect(memory.remember("10", of: "k", now: start + 9) == .full)
    #expect(memory.remember("3", of: "k", now: start + 9) == .known)
    #expect(memory.remember("10", of: "k", now: start + 101) == .new)
    #expect(memory.remember("3", of: "k", now: start + 101) == .known)
    #expect(memory.count == 11)
  }

  /// The limit in docs/identity-server.md. A `Set` keeps a quarter of its buckets free, and has one bit for each.
  @Test func takesAtMostNineMegabytes() throws {
    let memory = try ReplayMemory(window: 100)
    for number in 0..<memory.capacity { _ = memory.remember(String(number), of: "", now: start) }
    #expect(memory.remember("one more", of: "", now: start) == .full)
    #expect(memory.count == memory.capacity)
    let buckets = memory.room * 4 / 3
    let bytes = buckets * MemoryLayout<UInt64>.stride + buckets / 8
    // The previous generation may be as large.
    #expect(memory.room >= memory.capacity && 2 * bytes <= 9_000_000, "\(2 * bytes) bytes")
  }

  /// A client that signs very much fills its own share, not the memory of the others.
  @Test func aShareIsFullBeforeTheOthersAre() throws {
    let memory = try ReplayMemory(window: 100, capacity: 80)
    for number in 0..<10 { #expect(memory.remember("\(number)", of: "k", share: "loud", now: start) == .new) }
    #expect(memory.remember("10", of: "k", share: "loud", now: start) == .full)
    #expect(memory.remember("3", of: "k", share: "loud", now: start) == .known)
    #expect(memory.remember("10", of: "k", share: "quiet", now: start) == .new)
    #expect(memory.remember("11", of: "k", share: "loud", now: start + 101) == .new)
  }

  /// Setting the clock back makes old tokens valid again: they are still known then.
  @Test func settingTheClockBackMakesNothingNew() throws {
    let memory = try ReplayMemory(window: 100)
    #expect(memory.remember("a", of: "k", now: start) == .new)
    for second in [-3600, -3500, -3000, -200, -101, 0, 50, 100] as [TimeInterval] {
      #expect(memory.remember("b\(second)", of: "k", now: start + second) == .new)
      #expect(memory.remember("a", of: "k", now: start + second) == .known, "\(second)")
    }
  }

  // MARK: On disk

  private func inFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("replay-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.appendingPathComponent("used").path)
  }

  /// However often it restarts, even in the middle of a record.
  @Test func aRestartForgetsNothing() throws {
    try inFolder { path in
      for second in [0, 40, 80, 101, 150, 190] as [TimeInterval] {
        let now = start + second
        let memory = try ReplayMemory(window: 100, path: path)
        #expect(memory.remember("\(second)", of: "k", now: now) == .new)
        for before in [0, 40, 80, 101, 150, 190] as [TimeInterval] where before <= second {
          if second - before <= 100 { #expect(memory.remember("\(before)", of: "k", now: now) == .known) }
        }
        let file = try #require(FileHandle(forWritingAtPath: path))
        try file.seekToEnd()
        try file.write(contentsOf: Data("torn".utf8))
        try file.close()
      }
      let late = try ReplayMemory(window: 100, path: path)
      #expect(late.remember("0", of: "k", now: start + 1000) == .new)
      #expect(late.count == 1, "expired entries take no room")
      let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
    }
  }

  /// A token that a restart would forget is refused.
  @Test func valuesThatCannotBeStoredAreRefused() throws {
    try inFolder { path in
      let memory = try ReplayMemory(window: 100, path: path)
      #expect(memory.remember("a", of: "k", now: start) == .new)
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
      try FileManager.default.removeItem(at: folder)
      #expect(memory.remember("b", of: "k", now: start + 101) == .unwritable)
      #expect(memory.remember("a", of: "k", now: start + 100) == .known)
      #expect(throws: IdentityServerError.self) { try ReplayMemory(window: 100, path: path) }
    }
  }
}
