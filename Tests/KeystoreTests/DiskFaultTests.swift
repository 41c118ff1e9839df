import Foundation
import SharedValues
import Synchronization
import Testing

@testable import Keystore

/// Simulated disk faults. After each, the disk has the old document or the new one.
@Suite struct DiskFaultTests {
  /// Makes every operation fail while it is switched on.
  private final class Switch: DiskFaultInjecting {
    let kind = Mutex<DiskDefect?>(nil)
    let effects = Mutex<[Bool]>([])

    func fault(for operation: DiskOperation) -> DiskFault? {
      kind.withLock { $0 }.map { kind in
        DiskFault(kind, over: { hasStruck in self.effects.withLock { $0.append(hasStruck) } })
      }
    }
  }

  private func bench() throws -> (Bench, FileKeystore, Switch) {
    let (bench, faults) = (try Bench(), Switch())
    return (bench, FileKeystore(directory: bench.path, workFactor: 4, lockSeconds: 0.05, faults: faults), faults)
  }

  static let codes: [(DiskDefect, KeystoreError.Code)] = [
    (.full, .noSpace), (.readOnly, .unwritable), (.notDurable, .unwritable), (.damaged, .damagedPayload),
    (.damagedHeader, .damagedHeader), (.unreadable, .unreadable), (.permissions, .permissions), (.locked, .locked),
    (.keyMissing, .keyMissing),
  ]

  @Test(arguments: codes)
  func aFailedSaveLosesNothing(_ kind: DiskDefect, _ code: KeystoreError.Code) throws {
    let (bench, keystore, faults) = try bench()
    try keystore.save(.example("first"))
    let key = try Data(contentsOf: URL(fileURLWithPath: bench.key))
    faults.kind.withLock { $0 = kind }
    #expect(throws: KeystoreError.self) { try keystore.save(.example("second")) }
    do { try keystore.save(.example("second")) } catch { #expect(error.code == code) }
    #expect(faults.effects.withLock { $0 } == [true, true])
    #expect(try bench.again().load() == .example("first"))
    #expect(try Data(contentsOf: URL(fileURLWithPath: bench.key)) == key)
    faults.kind.withLock { $0 = nil }
    try keystore.save(.example("second"))
    #expect(try bench.again().load() == .example("second"))
    #expect(try bench.names() == ["device.key", "keystore.age", "keystore.lock"])
  }

  @Test(arguments: codes)
  func readingFailsAsTheDiskWould(_ kind: DiskDefect, _ code: KeystoreError.Code) throws {
    let (_, keystore, faults) = try bench()
    try keystore.save(.example())
    faults.kind.withLock { $0 = kind }
    let isOfWriting = [.full, .readOnly, .notDurable].contains(kind)
    do {
      #expect(try keystore.load() == .example())
      #expect(isOfWriting)
    } catch { #expect(error.code == code) }
    #expect(faults.effects.withLock { $0 } == [!isOfWriting])
  }

  @Test(arguments: codes)
  func theFirstSaveLeavesAKeystoreOrNone(_ kind: DiskDefect, _ code: KeystoreError.Code) throws {
    let (bench, keystore, faults) = try bench()
    faults.kind.withLock { $0 = kind }
    let isSaved = (try? keystore.save(.example())) != nil
    #expect(try bench.again().load() == (isSaved ? .example() : nil))
    #expect(faults.effects.withLock { $0 } == [!isSaved])
  }

  @Test func aMissingKeyIsNotReplacedWhileADocumentNeedsIt() throws {
    let (bench, keystore, faults) = try bench()
    try keystore.save(.example())
    faults.kind.withLock { $0 = .keyMissing }
    let problem = #expect(throws: KeystoreError.self) { try keystore.save(.example("second")) }
    #expect(problem?.code == .keyMissing)
    #expect(try bench.again().load() == .example())
  }
}
