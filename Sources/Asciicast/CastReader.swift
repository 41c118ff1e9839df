import SharedValues

/// Reads an untrusted recording: strictly, within limits, stopping at the first invalid line. Ignores an invalid last line without a line feed,
/// because the recorder may have been stopped while writing it, and unknown members and kinds of event, as the format requires.
package enum CastReader {
  /// The maximum size of a file, in bytes.
  package static let largest = 64 << 20
  /// The maximum length of a line, in bytes.
  package static let longestLine = 1 << 20
  package static let mostEvents = 1_000_000
  /// The maximum time in seconds: a hundred days.
  package static let longest = 8_640_000.0
  /// The maximum number of columns, and of rows.
  package static let widest = 2000

  package static func read(_ bytes: [UInt8]) throws(CastError) -> Cast {
    guard bytes.count <= largest else { throw CastError(.longFile, line: 1) }
    var lines = Lines(bytes)
    guard let first = try lines.next() else { throw CastError(.empty, line: 1) }
    let header = try self.header(first.bytes)
    var events: [CastEvent] = []
    var latest = 0.0
    while let line = try lines.next() {
      if line.bytes.allSatisfy({ $0 == 0x20 || $0 == 0x0D || $0 == 0x09 }) { continue }
      guard events.count < mostEvents else { throw CastError(.manyEvents, line: line.number) }
      do throws(CastError) {
        let event = try self.event(line.bytes, line.number)
        guard event.time >= latest else { throw CastError(.backwards, line: line.number) }
        latest = event.time
        events.append(event)
      } catch {
        if !line.isFinished, error.reason == .event { break }
        throw error
      }
    }
    return Cast(header: header, events: events)
  }

  private static func header(_ bytes: ArraySlice<UInt8>) throws(CastError) -> CastHeader {
    guard let json = try? JSON.parse(Array(bytes)), case .object = json, let version = json["version"] else {
      // Version 1 may be a single object over many lines.
      throw CastError(.noHeader, line: 1)
    }
    guard version.intValue == CastHeader.version else { throw CastError(.version, line: 1, received: version.compact) }
    guard let width = json["width"]?.intValue, let height = json["height"]?.intValue,
      (1...widest).contains(width), (1...widest).contains(height)
    else { throw CastError(.size, line: 1) }
    var header = CastHeader(width: width, height: height)
    func member<Value>(_ name: String, _ read: (JSON) -> Value?) throws(CastError) -> Value? {
      guard let json = json[name], json != .null else { return nil }
      guard let value = read(json) else { throw CastError(.member, line: 1, received: name) }
      return value
    }
    if let timestamp = json["timestamp"] {
      guard let seconds = timestamp.intValue else { throw CastError(.member, line: 1, received: "timestamp") }
      header.timestamp = seconds
    }
    header.idleLimit = try member("idle_time_limit") { json in
      json.doubleValue.flatMap { $0 > 0 && $0 <= longest ? $0 : nil }
    }
    header.title = try member("title") { $0.stringValue }
    let environment = try member("env") { json in json.objectValue.map { _ in json } }
    header.term = environment?["TERM"]?.stringValue
    return header
  }

  private static func event(_ bytes: ArraySlice<UInt8>, _ line: Int) throws(CastError) -> CastEvent {
    guard let json = try? JSON.parse(Array(bytes)), let parts = json.arrayValue, parts.count == 3,
      case .number = parts[0], let code = parts[1].stringValue, let data = parts[2].stringValue
    else { throw CastError(.event, line: line) }
    guard let time = parts[0].doubleValue, time >= 0, time <= longest else { throw CastError(.time, line: line) }
    switch code {
    case "o": return CastEvent(time, .output(data))
    case "m": return CastEvent(time, .marker(data))
    case "r":
      guard let size = size(data) else { throw CastError(.resize, line: line) }
      return CastEvent(time, .resize(width: size.0, height: size.1))
    default: return CastEvent(time, .other)
    }
  }

  private static func size(_ text: String) -> (Int, Int)? {
    let parts = text.split(scalar: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }),
      let width = Int(parts[0]), let height = Int(parts[1]), (1...widest).contains(width), (1...widest).contains(height)
    else { return nil }
    return (width, height)
  }
}

private struct Lines {
  private var rest: ArraySlice<UInt8>
  private var number = 0
  init(_ bytes: [UInt8]) { rest = bytes[...] }

  /// - Returns: `isFinished`: the line ends with a line feed.
  mutating func next() throws(CastError) -> (bytes: ArraySlice<UInt8>, number: Int, isFinished: Bool)? {
    guard !rest.isEmpty else { return nil }
    number += 1
    let end = rest.firstIndex(of: 0x0A)
    let line = rest[..<(end ?? rest.endIndex)]
    guard line.count <= CastReader.longestLine else { throw CastError(.longLine, line: number) }
    rest = end.map { rest[($0 + 1)...] } ?? []
    return (line, number, end != nil)
  }
}

/// Why a file is not a playable recording. The catalogue has the texts.
package struct CastError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable, CaseIterable {
    case empty
    /// The first line is not a JSON object.
    case noHeader
    /// The file has another version of the format, named in ``CastError/received``.
    case version
    /// `width` or `height` is not a whole number from 1 to 2000.
    case size
    /// Another member of the header violates the format; ``CastError/received`` names it.
    case member
    /// A line is not a JSON array of a number and two strings.
    case event
    /// A time is negative, or too large.
    case time
    /// A time is before that of the previous line.
    case backwards
    /// An event of the kind `r` does not have a size such as 80x24.
    case resize
    case longLine
    case longFile
    case manyEvents
  }

  package var reason: Reason
  /// Counted from 1.
  package var line: Int
  package var received: String

  package init(_ reason: Reason, line: Int, received: String = "") {
    (self.reason, self.line, self.received) = (reason, line, received)
  }
}
