#include "CProcess.h"

#include <fcntl.h>
#include <unistd.h>

void process_fill_streams(void) {
  // The lowest free descriptor is taken each time. For reading alone, so that a write still fails as it would on a closed stream.
  int descriptor;
  do descriptor = open("/dev/null", O_RDONLY);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor > STDERR_FILENO) close(descriptor);
}
