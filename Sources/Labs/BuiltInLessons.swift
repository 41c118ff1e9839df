/// The lesson files that come with the program, by name. They lie in Lessons/.
enum BuiltInLessons {
  static let files: [(name: String, bytes: [UInt8])] = Embedded.lessons.sorted { $0.key < $1.key }.map {
    ($0.key, Array($0.value.utf8))
  }
}
