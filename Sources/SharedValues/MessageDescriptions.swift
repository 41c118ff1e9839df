/// Printing or dumping a message or a document masks its secrets, so that no log line and no test failure reveals one.
extension HTTPRequest: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(method) \(Redaction().of(self).url(url)), \(body.count) bytes" }
  public var customMirror: Mirror { Mirror(self, children: ["method": method, "url": Redaction().of(self).url(url)]) }
}

extension HTTPResponse: CustomStringConvertible, CustomReflectable {
  public var description: String { "\(status) \(contentType), \(body.count) bytes" }
  public var customMirror: Mirror { Mirror(self, children: ["status": status]) }
}

extension HTTPHeader: CustomStringConvertible, CustomReflectable {
  public var description: String {
    let masked = Redaction().headers([self])[0]
    return "\(masked.name): \(masked.value)"
  }
  public var customMirror: Mirror { Mirror(self, children: ["name": name]) }
}

extension JSON: CustomStringConvertible, CustomReflectable {
  public var description: String { Redaction().json(self).compact }
  public var customMirror: Mirror { Mirror(self, children: []) }
}

extension JSON.Member: CustomStringConvertible, CustomReflectable {
  public var description: String { JSON.object([self]).description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
