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
}
