import Foundation
import Testing

@testable import IdentityServer

/// What is good once is known for as long as it could be used, and the memory of it has an end.
@Suite struct ReplayMemoryTests {
  private let start = Date(timeIntervalSince1970: 1_767_225_600)

  @Test func knowsEachForTheWindow() {
    let memory = ReplayMemory(window: 100)
    #expect(memory.remember("a", of: "k", now: start) == .new)
    #expect(memory.remember("a", of: "other", now: start) == .new)
    #expect(memory.remember("ka", of: "", now: start) == .new)
    for second in [0, 50, 100, 101, 199] as [TimeInterval] {
      #expect(memory.remember("a", of: "k", now: start + second) == .known, "\(second)")
      // Something new at the same time turns the generations.
      #expect(memory.remember("b\(second)", of: "k", now: start + second) == .new)
    }
    #expect(memory.remember("a", of: "k", now: start + 302) == .new)
    #expect(memory.remember("late", of: "k", now: start + 700) == .new)
    #expect(memory.count == 1)
  }

  @Test func isFullRatherThanForgetful() {
    let memory = ReplayMemory(window: 100, capacity: 10)
    for number in 0..<10 { #expect(memory.remember("\(number)", of: "k", now: start) == .new) }
    #expect(memory.remember("10", of: "k", now: start) == .full)
    #expect(memory.remember("3", of: "k", now: start) == .known)
    #expect(memory.remember("10", of: "k", now: start + 101) == .new)
    #expect(memory.remember("3", of: "k", now: start + 101) == .known)
    #expect(memory.count == 11)
  }

  /// docs/identity-server.md says so. A `Set` keeps a quarter of its buckets free, and a bit for each.
  @Test func isNineMegabytesAtTheMost() {
    let memory = ReplayMemory(window: 100)
    for number in 0..<memory.capacity { _ = memory.remember(String(number), of: "", now: start) }
    #expect(memory.remember("one more", of: "", now: start) == .full)
    #expect(memory.count == memory.capacity)
    let buckets = memory.room * 4 / 3
    let bytes = buckets * MemoryLayout<UInt64>.stride + buckets / 8
    // The generation before may be as large.
    #expect(memory.room >= memory.capacity && 2 * bytes <= 9_000_000, "\(2 * bytes) bytes")
  }
}
