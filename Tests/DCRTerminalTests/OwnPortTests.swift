import Foundation
import Programs
import TestSupport
import Testing

@testable import AppConfiguration
@testable import Automation
@testable import DCRTerminal
@testable import Edge

/// Each data directory has its own ports and passwords, and keeps them to itself.
@Suite struct OwnPortTests {
  let folder = TemporaryFolder()

  private func directory(_ name: String = "data") throws -> DataDirectory {
    try DataDirectory(path: folder(name), device: "phone")
  }

  @Test func onASharedMachineEachHasAnotherPort() throws {
    let ports = try (0..<30).map { try KeptPort.issuer(directory("home\($0)")) }
    #expect(ports.allSatisfy { $0.candidates(alone: true)[0] == 8443 })
    let firsts = ports.map { $0.candidates(alone: false)[0] }
    #expect(firsts.allSatisfy { (20_000..<32_000).contains($0) })
    #expect(Set(firsts).count > 25)
    let (issuers, administrators) = try (
      ports[0].candidates(alone: false), KeptPort.administration(directory("home0")).candidates(alone: false)
    )
    #expect(Set(issuers + administrators).count == 400)
  }

  /// Names that differ in one digit, as in a class, begin at different places.
  @Test func similarNamesBeginAtDifferentPlaces() {
    for room in 0..<700 {
      let places = (0..<30).map { KeptPort.place(of: "/home/class-\(room)/home\($0)") }
      #expect(Set(places).count > 25, "class-\(room)")
    }
  }

  @Test func aHeldPortIsReservedForTheServer() throws {
    let held = try #require((20_000..<21_000).lazy.compactMap { HeldPort($0, outlives: false) }.first)
    #expect(HeldPort(held.port, outlives: false) == nil)
    held.letServerIn()
    #expect(HeldPort(held.port, outlives: false) == nil)
    #expect(PortProbe.connect(host: "localhost", port: held.port) == .refused)
    held.release()
    let next = HeldPort(held.port, outlives: false)
    #expect(next != nil)
  }

  @Test func theFirstChoiceCountsForAllProgramsOfADataDirectory() throws {
    let data = try directory()
    #expect(try KeptPort.issuer(data).read() == nil)
    #expect(try KeptPort.issuer(data).keep(20_001) == 20_001)
    #expect(try KeptPort.issuer(data).keep(20_002) == 20_001)
    #expect(try KeptPort.issuer(data).read() == 20_001)
    let again = try OwnIssuer.choosePort(data)
    #expect(again.0 == 20_001 && again.1 == nil)
  }

  @Test(arguments: ["", "many", "0", "65536", "-1"])
  func anInvalidPortIsReported(_ content: String) throws {
    let data = try directory()
    try content.write(toFile: data.serverPath + "/port", atomically: true, encoding: .utf8)
    let error = #expect(throws: CommandError.self) { try KeptPort.issuer(data).read() }
    #expect(error?.code.rawValue == "kept_file_damaged")
  }

  @Test func theTutorialsPasswordNeedsASoleUser() throws {
    let data = try directory()
    let alone = try Administrator(.tutorial, data, alone: true)
    #expect(alone.password == "Password1" && !alone.isProtected)
    let shared = try Administrator(.tutorial, data, alone: false)
    #expect(shared.password != "Password1" && shared.isProtected && shared.source == .own)
    #expect(try Administrator(.own, data, alone: true).password == shared.password)
    #expect(try Administrator(.own, directory("other"), alone: true).password != shared.password)
    let mode = try FileManager.default.attributesOfItem(atPath: data.serverPath + "/administrator.password")
    #expect(mode[.posixPermissions] as? Int == 0o600)
  }
}
