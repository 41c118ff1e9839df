import ForeignText
import Glibc

/// The memory that a new allocation can count on.
enum AvailableMemory {
  /// `MemAvailable` of Linux's /proc/meminfo (proc(5)); `nil` where there is none.
  static func bytes() -> Int? {
    let descriptor = open("/proc/meminfo", O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    guard let text = try? DescriptorSource(descriptor).read(upTo: 4096) else { return nil }
    return kibibytes(in: String(decoding: text, as: UTF8.self)).map { $0 << 10 }
  }

  static func kibibytes(in text: String) -> Int? {
    for line in text.lines where line.hasPrefix(bytes: "MemAvailable:") {
      return line.split(scalar: " ").dropFirst().first.flatMap { Int($0) }
    }
    return nil
  }
}
