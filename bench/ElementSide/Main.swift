import Foundation
import OpenSSLCrypto
import SecureElement
import SharedValues

/// Measures the microseconds of one signature: by the secure element, including the round trip over its socket, and by the same code in
/// this process, alternately. usage: element-bench PROGRAM FOLDER COUNT; prints both medians.
@main enum ElementBench {
  static func main() async throws {
    let (program, folder, count) = (
      CommandLine.arguments[1], CommandLine.arguments[2], Int(CommandLine.arguments[3]) ?? 1
    )
    let element = Process()
    let (input, output) = (Pipe(), Pipe())
    element.executableURL = URL(fileURLWithPath: program)
    element.arguments = ["--folder", folder, "--owner", "bench"]
    (element.standardInput, element.standardOutput) = (input, output)
    try element.run()
    guard output.fileHandleForReading.availableData == Data("ready\n".utf8) else { exit(EXIT_FAILURE) }
    let client = SecureElementClient(folder: folder, process: element.processIdentifier)
    let key = try await client.make(use: .dpop, demandsUser: false)
    let own = try P256PrivateKey()
    // The length of a DPoP proof's signing input.
    let message = [UInt8](repeating: 0x61, count: 400)
    var (byElement, byItself): ([Double], [Double]) = ([], [])
    for _ in 0..<count {
      var start = ContinuousClock.now
      _ = try await client.sign(message, with: key.thumbprint, presence: nil)
      byElement.append(microseconds(since: start))
      start = .now
      _ = try own.sign(message)
      byItself.append(microseconds(since: start))
    }
    print(median(byElement), median(byItself))
    try input.fileHandleForWriting.close()
    element.waitUntilExit()
  }

  private static func microseconds(since start: ContinuousClock.Instant) -> Double {
    Double((ContinuousClock.now - start).components.attoseconds) / 1e12
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
}
