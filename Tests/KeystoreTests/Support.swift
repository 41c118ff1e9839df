import Foundation
import SmallFiles
import Testing

@testable import AgeFormat
@testable import Keystore

func bytes(of path: String) throws -> [UInt8] { [UInt8](try Data(contentsOf: URL(fileURLWithPath: path))) }

func put(_ bytes: [UInt8], at path: String, mode: mode_t = 0o600) throws {
  try Data(bytes).write(to: URL(fileURLWithPath: path))
  guard chmod(path, mode) == 0 else { throw SystemError.last }
}

func mode(of path: String) -> mode_t {
  var status = stat()
  return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
}

/// A file in `Vectors`.
func vector(_ name: String) throws -> [UInt8] {
  let url = try #require(Bundle.module.url(forResource: "Vectors", withExtension: nil))
  return [UInt8](try Data(contentsOf: url.appendingPathComponent(name)))
}

/// Reads text such as `0b0b 0b0b`.
func hex(_ text: String) -> [UInt8] {
  let digits = text.filter { !$0.isWhitespace }.map { UInt8($0.hexDigitValue!) }
  return stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] }
}

/// The code with which `body` fails; `nil`: it succeeds.
func code<Result>(_ body: () throws(AgeError) -> Result) -> AgeError.Code? {
  do {
    _ = try body()
    return nil
  } catch { return error.code }
}

func code<Result>(_ body: () throws(KeystoreError) -> Result) -> KeystoreError.Code? {
  do {
    _ = try body()
    return nil
  } catch { return error.code }
}

/// Whether long contents are equal. A failed expectation on the operands themselves would print megabytes.
func same(_ left: [UInt8], _ right: [UInt8]) -> Bool { left == right }
