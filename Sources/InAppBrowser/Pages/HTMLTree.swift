import CLibXML2

/// A parsed HTML document as values: the only place that touches libxml2.
///
/// The text is hostile: libxml2 gets no network and no external entities, and tags, depth, attributes and text are capped.
struct HTMLElement: Hashable, Sendable {
  var name: String
  var attributes: [String: String]
  var children: [HTMLNode]

  subscript(attribute: String) -> String? { attributes[attribute] }

  var elements: some Sequence<HTMLElement> {
    children.lazy.compactMap { if case .element(let element) = $0 { element } else { nil } }
  }
}

enum HTMLNode: Hashable, Sendable {
  case text(String)
  case element(HTMLElement)
}

struct HTMLTree: Hashable, Sendable {
  /// libxml2 takes quadratic time on unclosed tags, so their number is capped before it sees them.
  private static let mostTags = 12000
  /// libxml2 compares each attribute of a tag with all earlier ones. Parsing ends at a tag with more attributes than this.
  fileprivate static let mostParsedAttributes = 600
  private static let greatestDepth = 120
  private static let mostAttributes = 60
  private static let longestAttribute = 16384

  var root: HTMLElement
  var truncated: Bool

  init(parsing text: String) {
    var (capped, cut) = HTMLTree.capped(text)
    // Scripts never run, and `<` in them is no tag.
    if cut { (capped, cut) = HTMLTree.capped(HTMLTree.withoutScripts(text)) }
    truncated = cut
    root = HTMLElement(name: "html", attributes: [:], children: [])
    guard !capped.isEmpty else { return }
    let options =
      HTML_PARSE_RECOVER.rawValue | HTML_PARSE_NOERROR.rawValue | HTML_PARSE_NOWARNING.rawValue
      | HTML_PARSE_NONET.rawValue | HTML_PARSE_IGNORE_ENC.rawValue
    guard let context = htmlNewParserCtxt() else { return }
    defer { htmlFreeParserCtxt(context) }
    let feed = HTMLFeed(capped, to: context)
    let document = withExtendedLifetime(feed) {
      htmlCtxtReadIO(
        context, HTMLFeed.read, nil, Unmanaged.passUnretained(feed).toOpaque(), nil, "UTF-8", Int32(options))
    }
    guard let document else { return }
    defer { xmlFreeDoc(document) }
    if feed.isCut { truncated = true }
    guard let element = xmlDocGetRootElement(document) else { return }
    root = copy(element, depth: 0)
  }

  private mutating func copy(_ node: xmlNodePtr, depth: Int) -> HTMLElement {
    var element = HTMLElement(
      name: HTMLTree.string(node.pointee.name).lowercased(), attributes: HTMLTree.attributes(of: node), children: [])
    guard depth < HTMLTree.greatestDepth else {
      truncated = true
      return element
    }
    var child = node.pointee.children
    while let current = child {
      switch current.pointee.type {
      case XML_TEXT_NODE, XML_CDATA_SECTION_NODE:
        element.children.append(.text(HTMLTree.string(current.pointee.content)))
      case XML_ELEMENT_NODE: element.children.append(.element(copy(current, depth: depth + 1)))
      default: break
      }
      child = current.pointee.next
    }
    return element
  }

  private static func attributes(of node: xmlNodePtr) -> [String: String] {
    var result: [String: String] = [:]
    var attribute = node.pointee.properties
    while let current = attribute, result.count < mostAttributes {
      let name = string(current.pointee.name).lowercased()
      // The first one counts, as in the HTML standard.
      if result[name] == nil {
        var value = ""
        if let text = xmlNodeListGetString(current.pointee.doc, current.pointee.children, 1) {
          value = string(text)
          dcr_xml_free(text)
        }
        result[name] = String(value.prefix(longestAttribute))
      }
      attribute = current.pointee.next
    }
    return result
  }

  private static func string(_ text: UnsafePointer<xmlChar>?) -> String { text.map { String(cString: $0) } ?? "" }

  private static func withoutScripts(_ text: String) -> String {
    var (result, rest) = ("", text[...])
    while let start = rest.byteRange(of: "<script", ignoringCase: true),
      let end = rest[start.upperBound...].byteRange(of: "</script", ignoringCase: true)
    {
      result += rest[..<start.upperBound] + ">"
      rest = rest[end.lowerBound...]
    }
    return result + rest
  }

  private static func capped(_ text: String) -> ([UInt8], Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(text.utf8.count)
    var tags = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "<") {
        tags += 1
        if tags > mostTags { return (bytes, true) }
      }
      bytes.append(byte == 0 ? UInt8(ascii: " ") : byte)
    }
    return (bytes, false)
  }
}

/// Hands a page to libxml2 in pieces, as the parser asks for them, and stops when a tag has more attributes than it may have.
///
/// Only the parser knows where a tag ends: in a quoted value, `>` does not end one. So the feed does not look for tags, it
/// looks at the room that the parser has made for the attributes of the one that it is reading.
private final class HTMLFeed {
  private let bytes: [UInt8]
  private var place = 0
  private let context: htmlParserCtxtPtr
  private(set) var isCut = false

  init(_ bytes: [UInt8], to context: htmlParserCtxtPtr) { (self.bytes, self.context) = (bytes, context) }

  /// An `xmlInputReadCallback`: the number of bytes given, 0 at the end.
  static let read: xmlInputReadCallback = { feed, buffer, length in
    guard let feed, let buffer else { return -1 }
    return Unmanaged<HTMLFeed>.fromOpaque(feed).takeUnretainedValue().next(buffer, Int(length))
  }

  private func next(_ buffer: UnsafeMutablePointer<CChar>, _ length: Int) -> Int32 {
    // libxml2 keeps two entries for each attribute and doubles the room for them: hence four times the limit.
    if context.pointee.maxatts > 4 * HTMLTree.mostParsedAttributes { isCut = place < bytes.count }
    guard !isCut else { return 0 }
    let count = min(length, bytes.count - place)
    let target = UnsafeMutableRawBufferPointer(start: buffer, count: length)
    bytes[place..<place + count].withUnsafeBytes { target.copyBytes(from: $0) }
    place += count
    return Int32(count)
  }
}
