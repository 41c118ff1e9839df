// Save, erase and change of protection, interrupted at every step: by a system failure that the program survives, and by an end of
// the program, after which nothing more is done, not even cleaning up.

import Foundation
import SharedValues
import SmallFiles
import Testing

@testable import AgeFormat
@testable import Keystore

/// Counts the steps and lets one of them fail.
final class FailingOperations: FileOperations, @unchecked Sendable {
  enum Failure: CaseIterable, Sendable {
    /// The step reports that the disk is full; the program goes on.
    case reported
    /// The program ends before the step is done.
    case endBefore
    /// The program ends right after the step; a write is half done.
    case endWithin
  }

  // The lock guards `steps`, which makes `@unchecked` sound.
  private let lock = NSLock()
  private var steps = 0
  private let failing: Int
  private let failure: Failure
  private let system = SystemFileOperations()

  init(failing: Int, _ failure: Failure) {
    self.failing = failing
    self.failure = failure
  }

  var wasReached: Bool { lock.withLock { steps >= failing } }

  private func step(_ perform: () throws(SystemError) -> Void) throws(SystemError) {
    let number = lock.withLock {
      steps += 1
      return steps
    }
    let error = SystemError(number: failure == .reported ? ENOSPC : EIO)
    if number == failing {
      if failure == .endWithin { try? perform() }
      throw error
    }
    // After its end the program does nothing more.
    if number > failing, failure != .reported { throw error }
    try perform()
  }

  func makeFolder(_ name: String, in folder: Int32) throws(SystemError) {
    try step { () throws(SystemError) in try system.makeFolder(name, in: folder) }
  }

  func createFile(_ name: String, mode: mode_t, in folder: Int32) throws(SystemError) -> Int32 {
    var file: Int32 = -1
    try step { () throws(SystemError) in file = try system.createFile(name, mode: mode, in: folder) }
    return file
  }

  func write(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    try system.write(Array(bytes.prefix(bytes.count / 2)), to: file)
    try step { () throws(SystemError) in try system.write(Array(bytes.dropFirst(bytes.count / 2)), to: file) }
  }

  func sync(_ descriptor: Int32) throws(SystemError) {
    try step { () throws(SystemError) in try system.sync(descriptor) }
  }

  func rename(_ old: String, to new: String, in folder: Int32) throws(SystemError) {
    try step { () throws(SystemError) in try system.rename(old, to: new, in: folder) }
  }

  func remove(_ name: String, in folder: Int32) throws(SystemError) -> Bool {
    var removed = false
    try step { () throws(SystemError) in removed = try system.remove(name, in: folder) }
    return removed
  }
}

@Suite("Interrupted at every step")
struct InterruptedSaveTests {
  /// Runs `body` with a failure at step 1, 2, … until it completes without one. Returns the number of steps.
  private func atEveryStep(
    _ failure: FailingOperations.Failure, _ body: (FailingOperations) throws -> Void
  ) throws -> Int {
    for step in 1...60 {
      let operations = FailingOperations(failing: step, failure)
      try body(operations)
      if !operations.wasReached { return step - 1 }
    }
    Issue.record("more steps than expected")
    return 0
  }

  @Test("a save leaves the old document or the new one", arguments: FailingOperations.Failure.allCases)
  func save(failure: FailingOperations.Failure) throws {
    let steps = try atEveryStep(failure) { operations in
      let bench = try Bench()
      try bench.keystore.save(.example("old"))
      let result = code { () throws(KeystoreError) in try bench.again(operations: operations).save(.example("new")) }
      let found = try #require(try bench.again().load()).clientID
      if result == nil { #expect(found == "new") } else { #expect(["old", "new"].contains(found)) }
      if operations.wasReached, failure == .reported { #expect(result == .noSpace) }
      try bench.again().save(.example("next"))
      #expect(try bench.again().load()?.clientID == "next")
      #expect(try bench.names() == ["device.key", "keystore.age", "keystore.lock"])
    }
    // Two folders, create, write, sync, rename, sync of the folder.
    #expect(steps == 7)
  }

  @Test(
    "a rotated refresh token: the disk has the old one or the new one", arguments: FailingOperations.Failure.allCases)
  func rotation(failure: FailingOperations.Failure) throws {
    _ = try atEveryStep(failure) { operations in
      let bench = try Bench()
      var document = KeystoreDocument.example()
      document.refreshToken = Secret("refresh-1")
      try bench.keystore.save(document)
      document.refreshToken = Secret("refresh-2")
      let result = code { () throws(KeystoreError) in try bench.again(operations: operations).save(document) }
      let found = try #require(try bench.again().load()).refreshToken
      #expect([Secret("refresh-1"), Secret("refresh-2")].contains(found))
      if result == nil { #expect(found == Secret("refresh-2")) }
    }
  }

  @Test("the first save leaves a first run or the document", arguments: FailingOperations.Failure.allCases)
  func firstSave(failure: FailingOperations.Failure) throws {
    let steps = try atEveryStep(failure) { operations in
      let bench = try Bench()
      let result = code { () throws(KeystoreError) in try bench.again(operations: operations).save(.example("new")) }
      let found = try bench.again().load()?.clientID
      if result == nil { #expect(found == "new") } else { #expect([nil, "new"].contains(found)) }
      try bench.again().save(.example("next"))
      #expect(try bench.again().load()?.clientID == "next")
      #expect(try bench.names() == ["device.key", "keystore.age", "keystore.lock"])
    }
    #expect(steps == 12)
  }

  @Test(
    "a change of protection leaves a keystore that opens the old way or the new way",
    arguments: FailingOperations.Failure.allCases, KeystoreProtection.allCases)
  func protection(failure: FailingOperations.Failure, new: KeystoreProtection) throws {
    let phrase = Secret("phrase")
    let steps = try atEveryStep(failure) { operations in
      let old: KeystoreProtection = new == .device ? .passphrase : .device
      let bench = try Bench(protection: old, passphrase: PassphraseBox(phrase))
      try bench.keystore.save(.example())
      let changing = bench.again(passphrase: PassphraseBox(phrase), operations: operations)
      let result = code { () throws(KeystoreError) in try changing.changeProtection(to: new, newPassphrase: phrase) }
      let after = bench.again(passphrase: PassphraseBox(phrase))
      #expect(try after.load() == .example())
      let protection = try #require(try after.inspect()).protection
      if result == nil { #expect(protection == new) }
      try after.save(.example("next"))
      #expect(try bench.names() == (try #require(try after.inspect())).expectedNames)
    }
    #expect(steps >= 7)
  }

  @Test("an erasure leaves a document that opens, or a first run", arguments: FailingOperations.Failure.allCases)
  func erasure(failure: FailingOperations.Failure) throws {
    let steps = try atEveryStep(failure) { operations in
      let bench = try Bench()
      try bench.keystore.save(.example())
      let result = code { () throws(KeystoreError) in try bench.again(operations: operations).erase() }
      let found = try bench.again().load()
      #expect(found == nil || found == .example())
      if result == nil { #expect(found == nil) }
      _ = try bench.again().erase()
      #expect(try bench.names() == ["keystore.lock"])
    }
    #expect(steps == 4)
  }
}

extension KeystoreInspection {
  /// With a passphrase there is no key file.
  fileprivate var expectedNames: [String] {
    (protection == .device ? ["device.key"] : []) + ["keystore.age", "keystore.lock"]
  }
}

@Suite("Changing the protection")
struct ProtectionTests {
  @Test("the protection changes from device to passphrase and back; the old one no longer opens the keystore")
  func change() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let oldFile = try bytes(of: bench.file)
    let oldKey = try bytes(of: bench.key)
    try bench.keystore.changeProtection(to: .passphrase, newPassphrase: Secret("first"))
    #expect(try bench.names() == ["keystore.age", "keystore.lock"])
    #expect(try bench.keystore.load() == .example())
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == .passphraseNeeded)
    try bench.keystore.changeProtection(to: .passphrase, newPassphrase: Secret("second"))
    let old = bench.again(passphrase: PassphraseBox(Secret("first")))
    #expect(code { () throws(KeystoreError) in try old.load() } == .wrongPassphrase)
    try bench.again(passphrase: PassphraseBox(Secret("second"))).changeProtection(to: .device)
    #expect(try bench.again().load() == .example())
    #expect(try bytes(of: bench.key) != oldKey)
    #expect(try bytes(of: bench.file) != oldFile)
    #expect(
      code { () throws(KeystoreError) in try bench.again().changeProtection(to: .passphrase) } == .passphraseNeeded)
  }

  @Test("nothing saved, nothing to change")
  func nothing() throws {
    let bench = try Bench()
    #expect(code { () throws(KeystoreError) in try bench.keystore.changeProtection(to: .device) } == .unreadable)
  }
}
