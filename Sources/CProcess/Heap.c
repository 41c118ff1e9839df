#include "CProcess.h"

#include <stdlib.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

void process_share_heap(void) {
#ifdef __GLIBC__
  mallopt(M_ARENA_MAX, 1);
#endif
}
