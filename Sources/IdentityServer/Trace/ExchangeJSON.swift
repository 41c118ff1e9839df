/// Exchanges for scripts. Later versions may add members.
extension ExchangeLine {
  var members: [JSON.Member] {
    .init([
      "number": .number(String(number)), "time": .string(Pages.second(time)),
      "milliseconds": .number(String((milliseconds * 1000).rounded() / 1000)), "side": .string(side.rawValue),
      "address": .string(address), "method": .string(method), "target": .string(target),
      "status": .number(String(status)), "kind": .string(kind), "note": .string(note),
      "detail": .string(detail), "id": .string(requestID), "clients": .strings(parties.clients),
      "users": .strings(parties.users), "sessions": .strings(parties.sessions),
      "visit": visit.map(JSON.string) ?? .null, "fault": fault.isEmpty ? .null : .string(fault),
    ])
  }
}

extension TracedExchange {
  var json: JSON { .object(line.members + [.init("request", request.json), .init("response", response.json)]) }
}

extension TracedExchange.Message {
  var json: JSON {
    let headers = headers.map { JSON.object([.init("name", .string($0.name)), .init("value", .string($0.value))]) }
    return [
      "headers": .array(headers), "body": .string(body), "bytes": .number(String(bytes)), "whole": .bool(isWhole),
    ]
  }
}
