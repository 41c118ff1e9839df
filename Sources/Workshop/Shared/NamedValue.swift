package struct NamedValue: Hashable, Sendable {
  package var name, value: String
  package init(_ name: String, _ value: String) { (self.name, self.value) = (name, value) }
}
