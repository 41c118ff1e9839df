import AppState
import FoundationEssentials
import Screens
import SharedValues
import Workshop

/// One kept exchange in a line: `12  POST /token  400  the code was used before`.
struct ExchangeLineText {
  let number: Int
  let method: String
  let target: String
  let status: Int
  let note: String
  let fault: String

  /// - Parameter exchange: of a run, which may come from a stranger's file.
  init(_ exchange: JSON) {
    func text(_ name: String, _ limit: Int) -> String { OneLine.of(exchange[name]?.stringValue ?? "", limit) }
    number = exchange["number"]?.intValue ?? 0
    (method, target) = (text("method", 16), text("target", 300))
    status = min(max(exchange["status"]?.intValue ?? 0, 0), 999)
    (note, fault) = (text("note", 200), text("fault", 100))
  }

  var text: String { "\(number)  \(method) \(target)  \(answer)" }

  /// `400  the code was used before`
  var answer: String {
    (status == 0 ? "no answer" : "\(status)") + (note.isEmpty ? "" : "  \(note)")
      + (fault.isEmpty ? "" : "  (fault: \(fault))")
  }
}

extension CheckRun {
  /// The sequence of the exchanges that a verdict rests on, as an SVG picture. `nil`: the run has kept none of them.
  func picture(of verdict: CheckedVerdict) -> String? {
    let exchanges = exchanges(of: verdict)
    guard !exchanges.isEmpty else { return nil }
    let title = "\(verdict.id): \(verdict.definition.about)"
    var log = MessageLog(about: .init(id: verdict.id, name: verdict.id, title: title))
    for exchange in exchanges {
      let line = ExchangeLineText(exchange)
      let time = exchange["time"]?.stringValue.flatMap { try? Date($0, strategy: .iso8601) } ?? started
      // The arrows of the picture are numbered from 1, the exchanges are not.
      let seen = ObservedRequest(
        method: line.method, path: CheckRun.path(line.target), status: line.status,
        note: "#\(line.number) " + line.answer)
      log.append(Message(from: CheckRun.sender(exchange), to: .server, .observed(seen), at: time))
    }
    return SVGText(look: Look()).text(log)
  }

  /// A label has no room for the query, which stands in the list of exchanges.
  private static func path(_ target: String) -> String { String(target.prefix(whileScalar: { $0 != "?" })) }

  /// A browser asks for pages; an app does not.
  private static func sender(_ exchange: JSON) -> Party {
    let headers = exchange["request"]?["headers"]?.arrayValue ?? []
    let asksForPages = headers.contains { header in
      header["name"]?.stringValue?.lowercased() == "accept"
        && header["value"]?.stringValue?.byteRange(of: "text/html", ignoringCase: true) != nil
    }
    return asksForPages ? .browser : .app
  }
}
