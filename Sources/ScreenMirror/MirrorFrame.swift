import Glibc
import SharedValues
import SmallFiles
import TerminalUI

/// A message from a program to a mirror: a picture that it shows, or how much input it has handled.
///
/// As text it is one line of JSON. A picture contains only what the screen shows: a password is dots.
public struct MirrorFrame: Hashable, Sendable {
  public enum Program: String, Hashable, Sendable, CaseIterable { case app, browser }

  public enum Content: Hashable, Sendable {
    /// - Parameter facts: the facts about the picture, e.g. `screen`: `registration`.
    case picture(Canvas, facts: [String: String])
    /// Bytes of input since the program's start whose effects have been shown.
    case taken(Int)
  }

  public var program: Program
  /// The program's process id, which distinguishes two visits of one browser.
  public var process: Int
  public var content: Content

  public init(_ program: Program, process: Int, _ content: Content) {
    (self.program, self.process, self.content) = (program, process, content)
  }
}

extension MirrorFrame {
  public var json: JSON {
    let json: JSON = ["program": .string(program.rawValue), "process": .number(String(process))]
    switch content {
    case .taken(let bytes): return json.setting("taken", .number(String(bytes)))
    case .picture(let canvas, let facts):
      let facts = facts.sorted { $0.key < $1.key }.map { JSON.Member($0.key, .string($0.value)) }
      return json.setting("facts", .object(facts)).setting("picture", CanvasText.json(canvas))
    }
  }

  /// `nil`: the text is not such a line.
  public init?(_ line: [UInt8]) {
    guard let json = try? JSON.parse(line), let program = json["program"]?.stringValue.flatMap(Program.init),
      let process = json["process"]?.intValue
    else { return nil }
    if let bytes = json["taken"]?.intValue {
      self.init(program, process: process, .taken(bytes))
    } else if let picture = json["picture"], let canvas = CanvasText.canvas(picture) {
      var facts: [String: String] = [:]
      for member in json["facts"]?.objectValue ?? [] { facts[member.name] = member.value.stringValue }
      self.init(program, process: process, .picture(canvas, facts: facts))
    } else {
      return nil
    }
  }
}

/// The reader's end of a mirror: creates a FIFO, and reads the frames that programs write to it.
public final class MirrorReader {
  public let path: String
  /// Readable when frames have arrived, for `poll`.
  public let descriptor: Int32
  private let ownWritingEnd: Int32
  private var line: [UInt8] = []

  /// More than the largest terminal needs with a different style in every cell.
  private static let longestLine = 64 << 20

  /// Creates the FIFO, accessible only to this user.
  package init(at path: String) throws(SystemError) {
    self.path = path
    guard mkfifo(path, 0o600) == 0 else { throw .last }
    descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { throw .last }
    // Held open, so that the end of one writer does not end the FIFO.
    ownWritingEnd = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
  }

  deinit {
    for end in [descriptor, ownWritingEnd] where end >= 0 { close(end) }
    unlink(path)
  }

  /// The frames that have arrived since the last call. Skips invalid lines. Never blocks.
  public func read() -> [MirrorFrame] {
    var frames: [MirrorFrame] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = Glibc.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return frames }
      var rest = buffer[..<count]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        line += rest[..<end]
        rest = rest[(end + 1)...]
        if !line.isEmpty, let frame = MirrorFrame(line) { frames.append(frame) }
        line = []
      }
      if line.count < MirrorReader.longestLine { line += rest }
    }
  }
}
