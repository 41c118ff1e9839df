import Foundation

/// The areas of a process's memory, as `/proc/PID/maps` lists them (proc_pid_maps(5)); `nil`: no such process.
///
/// The kernel delivers the file one page at a time and reports its size as 0. Reading it like an ordinary file would end after the
/// first page and leave out most areas.
public func memoryMap(of process: pid_t) -> String? {
  guard let file = FileHandle(forReadingAtPath: "/proc/\(process)/maps") else { return nil }
  var bytes = Data()
  while let part = try? file.read(upToCount: 4096), !part.isEmpty { bytes += part }
  return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
}
