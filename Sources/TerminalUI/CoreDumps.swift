import CNcurses

/// What becomes of the memory of a process that crashes.
public enum CoreDumps {
  /// From here on no memory of this process is written to a disk when it crashes, and the kernel lets no other process of its
  /// user read it (`RLIMIT_CORE`, getrlimit(2); `PR_SET_DUMPABLE`, prctl(2)). Programs that it starts inherit the limit alone.
  public static func forbid() { process_forbid_dumps() }
}
