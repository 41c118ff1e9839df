import Testing
import TestSupport

@testable import HTTPTransport

/// Whether the folder of the system's authorities may be used as an index of its bundle.
@Suite struct SystemRootsTests {
  private static func folder(hashes: [String], certificates: Int?) -> TemporaryFolder {
    let folder = TemporaryFolder()
    for name in hashes { folder.write(name, "") }
    if let certificates {
      let one = "-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n"
      folder.write("ca-certificates.crt", String(repeating: one, count: certificates))
    }
    return folder
  }

  @Test(arguments: [
    (["002c0b4f.0", "02265526.0"], 2), (["002c0b4f.0", "002c0b4f.1", "Some_Authority.pem", "00000000.pem"], 2),
  ])
  func aFileForEachCertificateIsAnIndex(_ hashes: [String], _ certificates: Int) {
    let folder = SystemRootsTests.folder(hashes: hashes, certificates: certificates)
    #expect(SystemRoots.isIndex(folder.path))
  }

  /// A bundle of a company's own, put over the system's, has certificates that the index does not know.
  @Test(arguments: [
    (["002c0b4f.0"], 2), (["002c0b4f.0", "02265526.0"], 1), ([], 1), ([], 0), (["002c0b4f.0"], nil), (["2c0b4f.0"], 1),
    (["002c0b4f.crt"], 1), (["+02c0b4f.0"], 1),
  ])
  func anythingElseIsReadAsAWhole(_ hashes: [String], _ certificates: Int?) {
    let folder = SystemRootsTests.folder(hashes: hashes, certificates: certificates)
    #expect(!SystemRoots.isIndex(folder.path))
  }
}
