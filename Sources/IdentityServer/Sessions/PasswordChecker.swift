/// Passwords as scrypt hashes (RFC 7914), written `scrypt$logN$salt$key`.
///
/// Those of the configuration are hashed while the server starts to listen; an earlier login waits for it.
actor PasswordChecker {
  private let store: Store
  private let accounts: [UserAccount]
  private let administrator: AdministratorAccount
  private let cost: Int
  private var hashing: Task<Void, any Error>?
  /// Passwords that scrypt has verified: when each device of a class sends the same one, scrypt need not run again. Keyed
  /// with a random key that dies with the process, and bound to the stored hash, so that a changed password takes effect
  /// at once. A wrong guess always costs a run of scrypt.
  private var recognised: [String: [UInt8]] = [:]
  private let recognitionKey = Primitives.random(32)

  /// A hash for names without a password; checking it takes the same time.
  private let nobody: String

  init(_ store: Store, _ configuration: IdentityServerConfiguration) {
    (self.store, accounts, cost) = (store, configuration.users, configuration.passwordCost)
    administrator = configuration.administrator
    let zeros = [16, 32].map { Base64URL.encode([UInt8](repeating: 0, count: $0)) }
    nobody = "scrypt$\(cost)$\(zeros[0])$\(zeros[1])"
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
    let hash = stored ?? nobody
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
    let stored = try store.passwordHash(of: account.name)
    let isKept = account.tutorialHash.map { $0 == stored } ?? stored.map { matches(account.password, $0) } ?? false
    if let stored, isKept { return stored }
    let hash = try account.tutorialHash ?? PasswordChecker.hash(account.password, cost: cost)
    try await store.setPasswordHash(hash, of: account.name)
    return hash
  }

  /// The administrator's password is not stored: each start reads it from the configuration. A wrong guess costs a run of scrypt, too, whether name
  /// or password is wrong.
  func checkAdministrator(_ name: String, _ attempt: Secret) async -> Bool {
    if Primitives.equal(mark(attempt, name), mark(administrator.password, administrator.name)) { return true }
    return await Task.detached { [nobody] in PasswordChecker.matches(attempt, nobody) }.value
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
