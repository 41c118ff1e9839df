/// Passwords as scrypt hashes (RFC 7914), written `scrypt$logN$salt$key`.
///
/// Takes some tenths of a second while the server starts to listen; an earlier login waits for it.
actor PasswordChecker {
  private let store: Store
  private let accounts: [UserAccount]
  private let administrator: AdministratorAccount
  private let cost: Int
  private var hashing: Task<Void, any Error>?
  private var hashingAdministrator: Task<String, any Error>?
  /// Passwords that scrypt has verified: when each device of a class sends the same one, scrypt need not run again. Keyed
  /// with a random key that dies with the process, and bound to the stored hash, so that a changed password takes effect
  /// at once. A wrong guess always costs a run of scrypt.
  private var recognised: [String: [UInt8]] = [:]
  private let recognitionKey = Primitives.random(32)

  init(_ store: Store, _ configuration: IdentityServerConfiguration) {
    (self.store, accounts, cost) = (store, configuration.users, configuration.passwordCost)
    administrator = configuration.administrator
  }

  /// Stores a hash for every configured user whose stored hash does not match the configured password.
  func prepare() async throws {
    if let hashing { return try await hashing.value }
    let task = Task {
      for account in accounts {
        let hash = try await Task.detached { [store, cost] in
          try await PasswordChecker.storedHash(of: account, in: store, cost: cost)
        }.value
        recognised[account.name] = mark(account.password, hash)
      }
    }
    hashing = task
    do { try await task.value } catch {
      hashing = nil
      throw error
    }
  }

  /// Whether this is the user's password. Takes the same work for unknown and known names.
  func check(_ password: Secret, of name: String) async throws -> Bool {
    try await prepare()
    let stored = try store.passwordHash(of: name)
    let hash =
      stored
      ?? "scrypt$\(cost)$\(Base64URL.encode(Array(repeating: 0, count: 16)))$\(Base64URL.encode(Array(repeating: 0, count: 32)))"
    let mark = self.mark(password, hash)
    if stored != nil, let known = recognised[name], Primitives.equal(known, mark) { return true }
    let matches = await Task.detached { PasswordChecker.matches(password, hash) }.value
    guard stored != nil, matches else { return false }
    recognised[name] = mark
    return true
  }

  private func mark(_ password: Secret, _ hash: String) -> [UInt8] {
    Primitives.hmac(Array((hash + "\u{0}" + password.revealed).utf8), key: recognitionKey)
  }

  /// The stored hash of a configured user's password, made anew if it is another password's.
  private static func storedHash(of account: UserAccount, in store: Store, cost: Int) async throws -> String {
    if let stored = try store.passwordHash(of: account.name), matches(account.password, stored) { return stored }
    let hash = try PasswordChecker.hash(account.password, cost: cost)
    try await store.setPasswordHash(hash, of: account.name)
    return hash
  }

  /// The administrator's password is hashed in memory at its first use. It is not stored: each start reads it from the configuration.
  func checkAdministrator(_ attempt: Secret) async throws -> Bool {
    let password = administrator.password
    let task = hashingAdministrator ?? Task.detached { [cost] in try PasswordChecker.hash(password, cost: cost) }
    hashingAdministrator = task
    let hash = try await task.value
    return await Task.detached { PasswordChecker.matches(attempt, hash) }.value
  }

  static func hash(_ password: Secret, cost: Int) throws -> String {
    let salt = Primitives.random(16)
    let key = try Primitives.scrypt(password: Array(password.revealed.utf8), salt: salt, logN: cost)
    return "scrypt$\(cost)$\(Base64URL.encode(salt))$\(Base64URL.encode(key))"
  }

  static func matches(_ password: Secret, _ hash: String) -> Bool {
    let parts = hash.split(scalar: "$").map(String.init)
    guard parts.count == 4, parts[0] == "scrypt", let cost = Int(parts[1]), (1...20).contains(cost),
      let salt = Base64URL.decode(parts[2]), let key = Base64URL.decode(parts[3]), password.revealed.utf8.count <= 1024,
      let computed = try? Primitives.scrypt(password: Array(password.revealed.utf8), salt: salt, logN: cost)
    else { return false }
    return Primitives.equal(computed, key)
  }
}
