#include "CProcess.h"

#include <sys/resource.h>

#ifdef __linux__
#include <sys/prctl.h>
#endif

void process_forbid_dumps(void) {
  struct rlimit none = {0, 0};
  setrlimit(RLIMIT_CORE, &none);
#ifdef __linux__
  // The limit does not apply where the kernel pipes dumps to a program (core(5)); this does.
  prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#endif
}
