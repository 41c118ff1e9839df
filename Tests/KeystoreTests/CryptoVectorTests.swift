// The primitives against the examples of the RFCs that define them.

import OpenSSLCrypto
import Testing

@Suite("Primitives against their RFCs")
struct CryptoVectorTests {
  @Test("SHA-256: FIPS 180-4 examples, whole and as a slice")
  func sha256Examples() {
    #expect(sha256(Array("abc".utf8)) == hex("ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"))
    #expect(sha256([]) == hex("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"))
    #expect(sha256(Array("abcd".utf8)[..<3]) == sha256(Array("abc".utf8)))
  }

  @Test("HMAC-SHA256: RFC 4231 §4.3, and a key of no bytes")
  func hmacExamples() {
    let mac = hmacSHA256(key: Array("Jefe".utf8), message: Array("what do ya want for nothing?".utf8))
    #expect(mac == hex("5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"))
    #expect(hmacSHA256(key: [], message: []) == hex("b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"))
  }

  @Test("HKDF-SHA256: RFC 5869 appendix A.1, A.2 and A.3")
  func hkdfExamples() throws {
    #expect(
      try hkdfSHA256(
        secret: hex("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"), salt: hex("000102030405060708090a0b0c"),
        info: hex("f0f1f2f3f4f5f6f7f8f9"), length: 42)
        == hex("3cb25f25faacd57a90434f64d0362f2a2d2d0a90cf1a5a4c5db02d56ecc4c5bf34007208d5b887185865"))
    #expect(
      try hkdfSHA256(
        secret: (0x00...0x4f).map { $0 }, salt: (0x60...0xaf).map { $0 }, info: (0xb0...0xff).map { $0 }, length: 82)
        == hex(
          """
          b11e398dc80327a1c8e7f78c596a49344f012eda2d4efad8a050cc4c19afa97c59045a99cac7827271cb41c65e590e09
          da3275600c2f09b8367793a9aca3db71cc30c58179ec3e87c14c01d5c1f3434f1d87
          """))
    #expect(
      try hkdfSHA256(secret: hex("0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b0b"), length: 42)
        == hex("8da4e775a563c18f715f802a063c5a31b8a11f5c5ee1879ec3454e5f3c738d2d9d201395faa4b61a96c8"))
    #expect(throws: CryptoError.self) { try hkdfSHA256(secret: [1], length: 8161) }
  }

  @Test("scrypt: RFC 7914 §12, all but the one that takes a gigabyte")
  func scryptExamples() throws {
    #expect(
      try scrypt(password: [], salt: [], logN: 4, r: 1, p: 1, length: 64)
        == hex(
          """
          77d6576238657b203b19ca42c18a0497f16b4844e3074ae8dfdffa3fede21442
          fcd0069ded0948f8326a753a0fc81f17e8d3e0fb2e0d3628cf35e20c38d18906
          """))
    #expect(
      try scrypt(password: Array("password".utf8), salt: Array("NaCl".utf8), logN: 10, r: 8, p: 16, length: 64)
        == hex(
          """
          fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162
          2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640
          """))
    #expect(
      try scrypt(password: Array("pleaseletmein".utf8), salt: Array("SodiumChloride".utf8), logN: 14, length: 64)
        == hex(
          """
          7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2
          d5432955613f0fcf62d49705242a9af9e61e85dc0d651e40dfcf017b45575887
          """))
  }

  @Test("scrypt refuses parameters that it would have to trust", arguments: [0, -1, 25, 64])
  func scryptLimits(logN: Int) {
    #expect(throws: CryptoError.self) { try scrypt(password: [1], salt: [2], logN: logN) }
  }

  @Test("X25519: RFC 7748 §5.2 and §6.1")
  func x25519Examples() throws {
    #expect(
      try X25519.sharedSecret(
        privateKey: hex("a546e36bf0527c9d3b16154b82465edd62144c0ac1fc5a18506a2244ba449ac4"),
        publicKey: hex("e6db6867583030db3594c1a424b15f7c726624ec26b3353b10a903a6d0ab1c4c"))
        == hex("c3da55379de9c6908e94ea4df28d084f32eccf03491c71f754b4075577a28552"))
    #expect(
      try X25519.sharedSecret(
        privateKey: hex("4b66e9d4d1b4673c5ad22691957d6af5c11b6421e0ea01d42ca4169e7918ba0d"),
        publicKey: hex("e5210f12786811d3f4b7959d0538ae2c31dbe7106fc03c3efc4cd549c715a493"))
        == hex("95cbde9476e8907d7aade45cb4b873f88b595a68799fa152e6f8f7647aac7957"))
    let alice = hex("77076d0a7318a57d3c16c17251b26645df4c2f87ebc0992ab177fba51db92c2a")
    let bob = hex("5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb")
    let alicePublic = hex("8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a")
    let bobPublic = hex("de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f")
    let shared = hex("4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742")
    #expect(try X25519.publicKey(of: alice) == alicePublic)
    #expect(try X25519.publicKey(of: bob) == bobPublic)
    #expect(try X25519.sharedSecret(privateKey: alice, publicKey: bobPublic) == shared)
    #expect(try X25519.sharedSecret(privateKey: bob, publicKey: alicePublic) == shared)
  }

  @Test(
    "X25519: an all-zero shared secret is refused",
    arguments: [
      String(repeating: "00", count: 32), "01" + String(repeating: "00", count: 31),
      "e0eb7a7c3b41b8ae1656e3faf19fc46ada098deb9c32b1fd866205165f49b800",
    ])
  func lowOrder(point: String) {
    #expect(throws: CryptoError.lowOrderPoint) {
      try X25519.sharedSecret(privateKey: X25519.generatePrivateKey(), publicKey: hex(point))
    }
  }

  @Test("ChaCha20-Poly1305: RFC 8439 §2.8.2, and what a wrong byte does")
  func chaChaExample() throws {
    let text = Array(
      ("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the future, "
        + "sunscreen would be it.").utf8)
    var cipher = try ChaCha20Poly1305(key: (0x80...0x9f).map { $0 })
    let nonce = hex("070000004041424344454647")
    let extra = hex("50515253c0c1c2c3c4c5c6c7")
    let sealed = try cipher.seal(text, nonce: nonce, authenticating: extra)
    #expect(
      sealed
        == hex(
          """
          d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b
          1a71de0a9e060b2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc
          3ff4def08e4b7a9de576d26586cec64b61161ae10b594f09e26a7e902ecbd0600691
          """))
    #expect(try cipher.open(sealed, nonce: nonce, authenticating: extra) == text)
    for index in [0, sealed.count - 17, sealed.count - 1] {
      var altered = sealed
      altered[index] ^= 1
      let result = Result { try cipher.open(altered, nonce: nonce, authenticating: extra) }
      #expect(throws: CryptoError.notAuthentic) { try result.get() }
    }
    let without = Result { try cipher.open(sealed, nonce: nonce) }
    #expect(throws: CryptoError.notAuthentic) { try without.get() }
  }

  /// A comparison that stops at the first difference would be a thousand times faster there than after a megabyte.
  @Test("comparison takes as long wherever the difference is")
  func comparisonTime() {
    let secret = [UInt8](repeating: 7, count: 1 << 20)
    func fastest(differingAt index: Int) -> Duration {
      var guess = secret
      guess[index] = 8
      return (0..<20).map { _ in ContinuousClock().measure { #expect(!constantTimeEqual(secret, guess)) } }.min()
        ?? .zero
    }
    #expect(fastest(differingAt: 0) * 50 > fastest(differingAt: secret.count - 1))
  }

  @Test("comparison, erasure and random bytes")
  func bytes() {
    #expect(constantTimeEqual([1, 2], [1, 2]))
    #expect(!constantTimeEqual([1, 2], [1, 3]))
    #expect(!constantTimeEqual([1, 2], [1, 2, 3]))
    #expect(constantTimeEqual([], []))
    var secret: [UInt8] = [1, 2, 3]
    wipe(&secret)
    #expect(secret.isEmpty)
    #expect(secureRandom(32) != secureRandom(32))
    #expect(secureRandom(0).isEmpty)
  }
}
