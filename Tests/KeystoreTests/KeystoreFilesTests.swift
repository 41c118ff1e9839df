// The file system's side: links, modes, locks, left-over files, several programs at once.

import Foundation
import SharedValues
import Testing

@testable import AgeFormat
@testable import Keystore

@Suite("Keystore and file system")
struct KeystoreFilesTests {
  @Test("links are not followed", arguments: ["keystore.age", "device.key", "keystore.lock", "", ".."])
  func links(name: String) throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    // "" is the device's own folder, ".." the folder of all devices.
    let path = (name.isEmpty ? bench.path : bench.path + "/" + name) as NSString
    let original = path.standardizingPath
    try FileManager.default.moveItem(atPath: original, toPath: bench.folder("elsewhere"))
    try FileManager.default.createSymbolicLink(atPath: original, withDestinationPath: bench.folder("elsewhere"))
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == .symlink)
    #expect(code { () throws(KeystoreError) in try bench.again().save(.example("new")) } == .symlink)
    let target = try FileManager.default.attributesOfItem(atPath: bench.folder("elsewhere"))
    #expect(target[.type] as? FileAttributeType != .typeSymbolicLink)
  }

  @Test("a link that leads nowhere is no first run")
  func danglingLink() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    try FileManager.default.removeItem(atPath: bench.file)
    try FileManager.default.createSymbolicLink(atPath: bench.file, withDestinationPath: bench.folder("nowhere"))
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == .symlink)
    #expect(code { () throws(KeystoreError) in try bench.again().save(.example()) } == .symlink)
    #expect(!FileManager.default.fileExists(atPath: bench.folder("nowhere")))
    #expect(try bench.keystore.erase() == ["keystore.age", "device.key"])
    #expect(try bench.keystore.load() == nil)
  }

  @Test("the data directory itself may be reached through a link")
  func linkedDataDirectory() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    try FileManager.default.createSymbolicLink(
      atPath: bench.folder("link"), withDestinationPath: bench.folder("data"))
    #expect(try FileKeystore(directory: bench.folder("link/devices/phone")).load() == .example())
  }

  @Test(
    "modes that others could use are refused with the reason",
    arguments: [
      ("device.key", 0o640), ("device.key", 0o604), ("device.key", 0o622), ("keystore.age", 0o620),
      ("keystore.age", 0o602), ("", 0o770), ("", 0o702),
    ])
  func refusedModes(name: String, mode: Int) throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    #expect(chmod(bench.path + "/" + name, mode_t(mode)) == 0)
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == .permissions)
    #expect(code { () throws(KeystoreError) in try bench.again().save(.example("new")) } == .permissions)
    do {
      _ = try bench.again().load()
    } catch { #expect(error.detail.description.contains(String(mode, radix: 8))) }
  }

  @Test("modes that only show what is encrypted are narrowed at the next save")
  func narrowedModes() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    #expect(chmod(bench.path, 0o755) == 0 && chmod(bench.file, 0o644) == 0)
    #expect(try bench.again().load() == .example())
    try bench.again().save(.example("new"))
    #expect(mode(of: bench.path) == 0o700)
    #expect(mode(of: bench.file) == 0o600)
  }

  @Test("only regular files are read", .timeLimit(.minutes(5)))
  func pipes() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    try FileManager.default.removeItem(atPath: bench.file)
    #expect(mkfifo(bench.file, 0o600) == 0)
    #expect(code { () throws(KeystoreError) in try bench.again().load() } == .unreadable)
  }

  @Test("a file in the place of a folder")
  func fileForFolder() throws {
    let bench = try Bench()
    try put([1], at: bench.folder("data"))
    #expect(code { () throws(KeystoreError) in try bench.keystore.load() } == .unreadable)
    #expect(code { () throws(KeystoreError) in try bench.keystore.save(.example()) } == .unwritable)
  }

  @Test("another process's lock is waited for, up to a limit")
  func locked() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let impatient = FileKeystore(directory: bench.path, lockSeconds: 0)
    let other = open(bench.path + "/keystore.lock", O_RDWR)
    defer { close(other) }
    #expect(flock(other, LOCK_EX) == 0)
    #expect(code { () throws(KeystoreError) in try impatient.load() } == .locked)
    #expect(code { () throws(KeystoreError) in try impatient.save(.example("new")) } == .locked)
    #expect(code { () throws(KeystoreError) in try impatient.erase() } == .locked)
    #expect(flock(other, LOCK_SH) == 0)
    #expect(try impatient.load() == .example())
    #expect(code { () throws(KeystoreError) in try impatient.save(.example("new")) } == .locked)
    #expect(flock(other, LOCK_UN) == 0)
    try impatient.save(.example("new"))
  }

  @Test("many writers and readers at once: every reader sees a whole document")
  func concurrency() async throws {
    let bench = try Bench()
    try bench.keystore.save(.example("0"))
    try await withThrowingTaskGroup(of: Void.self) { group in
      for writer in 1...4 {
        let keystore = bench.again()
        group.addTask {
          for round in 1...10 {
            try keystore.save(.example("\(writer)-\(round)"))
            guard try keystore.load()?.issuer == KeystoreDocument.example().issuer else { throw CancellationError() }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try bench.keystore.load()?.clientID?.hasSuffix("-10") == true)
    #expect(try bench.names() == ["device.key", "keystore.age", "keystore.lock"])
  }

  @Test("the next save removes what interrupted saves left, and no other file")
  func leftovers() throws {
    let bench = try Bench()
    try bench.keystore.save(.example())
    let names = [".keystore.age.0123456789abcdef.tmp", ".device.key.0123456789abcdef.tmp"]
    for name in names + [".keystore.age.swp", "notes.tmp"] { try put([1], at: bench.path + "/" + name) }
    _ = try bench.keystore.load()
    #expect(try bench.names().count == 7)
    try bench.keystore.save(.example("new"))
    #expect(try bench.names() == [".keystore.age.swp", "device.key", "keystore.age", "keystore.lock", "notes.tmp"])
    try put([1], at: bench.path + "/" + names[0])
    #expect(try bench.keystore.erase() == ["keystore.age", "device.key", names[0]])
    #expect(try bench.keystore.load() == nil)
  }
}
