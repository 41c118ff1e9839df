import OpenSSLCrypto
import Testing

@testable import AgeFormat

/// Wiping clears the used memory, not a copy that Swift made for the wiping.
@Suite struct WipingTests {
  @Test func aSecretWithOneHolderIsWiped() {
    var secret = secureRandom(32)
    wipe(&secret)
    #expect(secret.isEmpty)
    wipe(&secret)
  }

  @Test func wipingASecretWithAnotherHolderStopsTheProgram() async {
    await #expect(processExitsWith: .failure) {
      var secret = secureRandom(32)
      let other = secret
      wipe(&secret)
      print(other.count)
    }
  }

  /// The cipher keeps no copy of the key, so the caller can wipe it while the cipher is in use.
  @Test func aCipherKeepsNoCopyOfItsKey() throws {
    var key = secureRandom(32)
    var cipher = try ChaCha20Poly1305(key: key)
    wipe(&key)
    let nonce = [UInt8](repeating: 1, count: ChaCha20Poly1305.nonceLength)
    let sealed = try cipher.seal([1, 2, 3], nonce: nonce)
    #expect(try cipher.open(sealed, nonce: nonce) == [1, 2, 3])
    #expect(throws: CryptoError.self) { try cipher.open(sealed.dropLast() + [sealed[18] ^ 1], nonce: nonce) }
  }

  /// In a debug build, `wipe` stops the program if a key has a second holder.
  @Test func keysOfFilesHaveOneHolderWhenWiped() throws {
    let identity = X25519Identity.generate()
    let passphrase = try Passphrase("a passphrase")
    let file = try Age.encrypt(Array("text".utf8), to: [.x25519(identity.recipient)], withChecksum: true)
    #expect(try Age.decrypt(file, with: [.x25519(identity)]) == Array("text".utf8))
    let key = FileKey.random()
    let stanza = try ScryptStanza(ScryptStanza.wrap(key, with: passphrase, workFactor: 4))
    // The keys are compared by their effect, because taking their bytes out would make another holder.
    let own = try key.headerMAC(of: [1])
    let unwrapped = try stanza.unwrap(with: passphrase)?.headerMAC(of: [1])
    #expect(unwrapped == own)
  }
}
