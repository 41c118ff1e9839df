#include "CProcess.h"

#include <fcntl.h>
#include <unistd.h>

void process_fill_streams(void) {
  // The lowest free descriptor is taken each time. Input only for writing, outputs only for reading, so that their use still fails
  // as it would on a closed stream: nobody takes it for an empty text.
  int descriptor;
  do descriptor = open("/dev/null", fcntl(STDIN_FILENO, F_GETFD) < 0 ? O_WRONLY : O_RDONLY);
  while (descriptor >= 0 && descriptor <= STDERR_FILENO);
  if (descriptor > STDERR_FILENO) close(descriptor);
}
