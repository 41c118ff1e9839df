import SharedValues

/// Deletes the clients that a journal lists (RFC 7592 §2.3).
package enum TestCleaning {
  /// Returns those that stay, or may: they cannot be managed, or the server did not delete them. They remain in the journal, but for those whose
  /// token the server refuses: it would do so again.
  package static func clean(_ journal: TestJournal, _ sender: TestSender) async -> [TestJournal.Entry] {
    await sender.beginCleaning()
    var doubtful: [TestJournal.Entry] = []
    for var entry in journal.entries {
      guard let uri = entry.uri, let token = entry.token else { continue }
      let request = ClientRequest.delete(uri, bearer: token)
      guard let answer = try? await sender.send(request, carrying: .nothing, "cleaning") else { continue }
      // 401 is for a client that the server does not know any more (RFC 7592 §2.3), and for any other token that it does not take.
      entry.isRefused = answer.status == 401
      if entry.isRefused { doubtful.append(entry) }
      if (200..<300).contains(answer.status) || [401, 404, 410].contains(answer.status) {
        try? journal.strike(entry.client)
      }
    }
    journal.finish()
    return journal.entries + doubtful
  }
}
