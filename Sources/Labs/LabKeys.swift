import Programs
import AppState
import Edge
import FoundationEssentials
import Logging
import SharedValues
import Workshop

/// The secure elements of a lab's phones and attackers, each opened for one order. Their private keys are never in this process.
@MainActor struct LabKeys {
  let world: LabWorld
  let log: Logger
  let sender: Party
  let report: LabReport

  /// Facts: `result`; `keys`, the number of keys; `client_key` and `dpop_key`, the newest key's thumbprint; `x` and `y` of a key that was made.
  func look(_ device: String, making use: KeyUse?) async throws(CommandError) -> LabFacts {
    let looked = await SecureElementKeeper.visit(try world.data(device), log: log) {
      element throws(SecureElementError) in
      var facts = LabFacts(result: "ok")
      if let use {
        let key = try await element.make(use: use, demandsUser: false)
        say(.keys(.made(use, thumbprint: key.thumbprint)), device)
        for name in ["x", "y"] { facts[name] = key.publicKey.jwk[name]?.stringValue }
      }
      let keys = try await element.list()
      facts["keys"] = "\(keys.count)"
      facts["client_key"] = keys.last { $0.use == .clientAuthentication }?.thumbprint
      facts["dpop_key"] = keys.last { $0.use == .dpop }?.thumbprint
      return facts
    }
    return switch looked {
    case .success(let facts): facts
    case .failure(let error): LabFacts(result: error.code.rawValue)
    }
  }

  /// The value that a request carries: nothing, a text, or a signature by the newest key for that purpose.
  /// - Parameter unsigned: makes the text for the key to sign.
  func text(
    _ signed: LabSigned?, _ use: KeyUse, _ unsigned: (P256PublicKey, LabSignature) -> KeyProof?
  ) async throws(CommandError) -> Result<String?, SecureElementError> {
    guard case .signed(let signature)? = signed else {
      guard case .text(let text)? = signed else { return .success(nil) }
      return .success(world.filled(text))
    }
    return await SecureElementKeeper.visit(try world.data(signature.device), log: log) {
      element throws(SecureElementError) in
      guard let key = try await element.list().last(where: { $0.use == use }),
        let proof = unsigned(key.publicKey, signature)
      else { throw .noSuchKey }
      let input = KeyProof.signingInput(proof.header, claims(proof, signature))
      let bytes = try await element.sign(Array(input.utf8), with: key.thumbprint, presence: nil)
      say(.keys(.signed(use, thumbprint: key.thumbprint)), signature.device)
      return input + "." + Base64URL.encode(bytes)
    }
  }

  private nonisolated func say(_ content: Message.Content, _ device: String) {
    report(.message(Message(from: sender, to: .secureElement, content, phone: device)))
  }

  private func claims(_ proof: KeyProof, _ signature: LabSignature) -> JSON {
    let now = world.clocks.app.source.now.addingTimeInterval(TimeInterval(signature.ahead))
    return world.filled(signature.claims).reduce(proof.claims(now: now, id: KeyProof.freshID())) { claims, pair in
      let isTime = ["iat", "exp", "nbf"].contains(pair.name) && Int(pair.value) != nil
      return claims.setting(pair.name, pair.value.isEmpty ? nil : isTime ? .number(pair.value) : .string(pair.value))
    }
  }
}
