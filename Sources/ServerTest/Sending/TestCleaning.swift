import SharedValues

/// Deletes the clients that a journal lists (RFC 7592 §2.3).
package enum TestCleaning {
  /// Returns those that stay: they cannot be managed, or the server did not delete them. They remain in the journal.
  package static func clean(_ journal: TestJournal, _ sender: TestSender) async -> [TestJournal.Entry] {
    await sender.beginCleaning()
    for entry in journal.entries {
      guard let uri = entry.uri, let token = entry.token else { continue }
      let request = ClientRequest.delete(uri, bearer: token)
      guard let answer = try? await sender.send(request, carrying: .nothing, "cleaning") else { continue }
      // A client that the server does not know any more is gone as well (RFC 7592 §2.3).
      if (200..<300).contains(answer.status) || [401, 404].contains(answer.status) {
        try? journal.strike(entry.client)
      }
    }
    journal.finish()
    return journal.entries
  }
}
