// What happens to the terminal when the process is told to end, is stopped, or crashes. Everything that a handler calls
// is async-signal-safe (signal-safety(7)).
#include "CNcurses.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <unistd.h>

static struct termios found;
static bool have_modes;
static char undo[512];
static volatile size_t undo_count;
static char note_text[512];
static volatile size_t note_count;
static atomic_bool armed;
static atomic_bool continued;
static int pipe_ends[2] = {-1, -1};

static const int told[] = {SIGINT, SIGTERM, SIGHUP, SIGWINCH, SIGTSTP, SIGCONT};
static struct sigaction told_before[sizeof told / sizeof told[0]];
static const int crashes[] = {SIGILL, SIGTRAP, SIGABRT, SIGSEGV, SIGBUS, SIGFPE, SIGQUIT};
static struct sigaction crashes_before[sizeof crashes / sizeof crashes[0]];

static void write_all(int descriptor, const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(descriptor, bytes, count);
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return;
    bytes += written;
    count -= (size_t)written;
  }
}

void screen_guard_remember(void) { have_modes = tcgetattr(STDIN_FILENO, &found) == 0; }

void screen_guard_set(const char *bytes, size_t count, const char *note) {
  atomic_store(&armed, false);
  undo_count = count <= sizeof undo ? count : 0;
  memcpy(undo, bytes, undo_count);
  size_t length = strlen(note);
  note_count = length <= sizeof note_text ? length : 0;
  memcpy(note_text, note, note_count);
  atomic_store(&armed, true);
}

void screen_guard_clear(void) { atomic_store(&armed, false); }

void screen_guard_restore(void) {
  if (!atomic_exchange(&armed, false)) return;
  write_all(STDOUT_FILENO, undo, undo_count);
  if (have_modes) tcsetattr(STDIN_FILENO, TCSADRAIN, &found);
}

static void crashed(int number) {
  int error = errno;
  bool was_armed = atomic_load(&armed);
  screen_guard_restore();
  if (was_armed) write_all(STDERR_FILENO, note_text, note_count);
  // Restore the handlers that were installed before (Swift's backtraces, or the default); the crash then happens again.
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) {
    if (crashes[i] == number) sigaction(number, &crashes_before[i], NULL);
  }
  errno = error;
  raise(number);
}

void screen_guard_install(void) {
  static bool installed;
  if (installed) return;
  installed = true;
  atexit(screen_guard_restore);
  // A stack overflow leaves no stack for its handler.
  static char other_stack[65536];
  stack_t stack = {.ss_sp = other_stack, .ss_size = sizeof other_stack};
  stack_t before;
  if (sigaltstack(NULL, &before) == 0 && (before.ss_flags & SS_DISABLE)) sigaltstack(&stack, NULL);
  struct sigaction action = {.sa_handler = crashed, .sa_flags = SA_ONSTACK | SA_NODEFER};
  sigemptyset(&action.sa_mask);
  for (size_t i = 0; i < sizeof crashes / sizeof crashes[0]; i++) sigaction(crashes[i], &action, &crashes_before[i]);
}

static void tell(int number) {
  int error = errno;
  if (number == SIGCONT) atomic_store(&continued, true);
  char byte = (char)number;
  if (pipe_ends[1] >= 0) (void)!write(pipe_ends[1], &byte, 1);
  errno = error;
}

static void tell_on(int number, struct sigaction *before) {
  struct sigaction action = {.sa_handler = tell, .sa_flags = SA_RESTART};
  sigemptyset(&action.sa_mask);
  sigaction(number, &action, before);
}

int screen_signals_open(void) {
  if (pipe_ends[0] >= 0) return pipe_ends[0];
  if (pipe2(pipe_ends, O_CLOEXEC | O_NONBLOCK) != 0) return -1;
  for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) tell_on(told[i], &told_before[i]);
  return pipe_ends[0];
}

void screen_signals_hung_up(void) {
  for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) {
    if (told[i] == SIGHUP) told_before[i] = (struct sigaction){.sa_handler = SIG_IGN};
  }
}

void screen_signals_close(void) {
  if (pipe_ends[0] < 0) return;
  for (size_t i = 0; i < sizeof told / sizeof told[0]; i++) sigaction(told[i], &told_before[i], NULL);
  close(pipe_ends[0]);
  close(pipe_ends[1]);
  pipe_ends[0] = pipe_ends[1] = -1;
}

void screen_stop(bool group) {
  struct sigaction action = {.sa_handler = SIG_DFL};
  sigemptyset(&action.sa_mask);
  sigaction(SIGTSTP, &action, NULL);
  atomic_store(&continued, false);
  kill(group ? 0 : getpid(), SIGTSTP);
  // Another thread may take the signal: this one must not run on before all are stopped, nor for long after all are
  // continued. An orphaned group is never stopped, because nothing could continue it: the kernel drops the signal, and
  // the wait ends by itself.
  for (int i = 0; i < 50 && !atomic_load(&continued); i++) poll(NULL, 0, 5);
  tell_on(SIGTSTP, NULL);
}
