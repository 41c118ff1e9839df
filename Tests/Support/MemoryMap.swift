import Foundation

/// The areas of a process's memory, as `/proc/PID/maps` lists them (proc_pid_maps(5)); `nil` when there is no such process.
///
/// The kernel gives the file a page at a time and says that it is empty. Read like any other file it ends after the first page, and most
/// areas are left out.
public func memoryMap(of process: pid_t) -> String? {
  guard let file = FileHandle(forReadingAtPath: "/proc/\(process)/maps") else { return nil }
  var bytes = Data()
  while let part = try? file.read(upToCount: 4096), !part.isEmpty { bytes += part }
  return bytes.isEmpty ? nil : String(decoding: bytes, as: UTF8.self)
}
