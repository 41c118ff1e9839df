import Foundation
import OpenSSLCrypto
import SharedValues
import Testing

import SecureElement
@testable import SecureElementProgram

/// The primitives against the RFCs' own examples.
@Suite struct ES256Tests {
  /// RFC 7515 A.3.1.
  private let example = (
    x: Base64URL.decode("f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU")!,
    y: Base64URL.decode("x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0")!,
    d: Base64URL.decode("jpsQnnGQmL-YBIffH1136cspYG6-0iY7X1fCE9-E9LI")!
  )

  @Test func theKeyOfTheJWSExampleSigns() throws {
    let key = try P256PrivateKey(privateKey: example.d, x: example.x, y: example.y)
    #expect(try key.privateBytes() == example.d && key.x == example.x && key.y == example.y)
    let publicKey = try #require(P256PublicKey(x: example.x, y: example.y))
    // Short numbers are padded: of a hundred signatures some begin with a zero.
    for number in 0..<100 {
      let message = Array("message \(number)".utf8)
      let signature = try key.sign(message)
      #expect(signature.count == 64)
      #expect(try verifies(signature, message, publicKey))
    }
    #expect(try verifies(key.sign([]), [], publicKey))
  }

  @Test func mismatchedPartsAreNoKey() throws {
    let other = try P256PrivateKey()
    let parts: [([UInt8], [UInt8], [UInt8])] = [
      (try other.privateBytes(), example.x, example.y), (example.d, other.x, other.y),
      (example.d, example.y, example.x),
      ([UInt8](repeating: 0, count: 32), example.x, example.y),
      ([UInt8](repeating: 0xFF, count: 32), example.x, example.y),
      (example.d.dropLast(), example.x, example.y), (example.d, example.x + [0], example.y),
    ]
    for (d, x, y) in parts {
      #expect(throws: CryptoError.self) { try P256PrivateKey(privateKey: Array(d), x: x, y: y) }
    }
  }

  /// RFC 9449 §4.1 has the key, §6.1 its thumbprint.
  @Test func thumbprintsAreThoseOfTheRFC() throws {
    let key = try #require(
      P256PublicKey(
        x: Base64URL.decode("l8tFrhx-34tV3hRICRDY9zCkDlpBhF42UQUfWVAWBFs")!,
        y: Base64URL.decode("9VE4jf_Ok_o64zbTTlcuNJajHmt6v9TDVrU0CdvGRDA")!))
    #expect(Base64URL.encode(sha256(key.thumbprintInput)) == "0ZcOCORZNYy-DWpqq30jZyJGHTN0d2HglBV3uiguA4I")
  }

  @Test func requestsAndAnswersAreReadAsWritten() throws {
    let requests: [ElementRequest] = [
      .make(use: .clientAuthentication, demandsUser: true), .make(use: .dpop, demandsUser: false), .list,
      .delete(thumbprint: "a"), .sign(bytes: [1, 2, 3], thumbprint: "a", presence: nil),
      .sign(bytes: [], thumbprint: "a", presence: PresenceAnswer(challenge: "b", .cancelled)), .erase,
    ]
    for request in requests { #expect(try ElementRequest(line: request.line.dropLast().map(\.self)) == request) }
    let key = try StoredKey(use: .dpop, demandsUser: true, owner: "phone", now: Date(timeIntervalSince1970: 5.7)).key
    let errors = SecureElementError.Code.allCases.map { SecureElementError($0, detail: "x") }
    for error in errors { #expect(error.code.rawValue.hasPrefix("secure_element_")) }
    let answers: [ElementAnswer] =
      [.made(key), .keys([]), .keys([key, key]), .signature([UInt8](repeating: 7, count: 64)), .done]
      + errors.map { .failed($0) }
    for answer in answers { #expect(try ElementAnswer(line: answer.line.dropLast().map(\.self)) == answer) }
  }
}
