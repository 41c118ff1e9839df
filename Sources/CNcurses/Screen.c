// The few ncurses calls that TerminalUI uses.
#include "CNcurses.h"

#include <curses.h>
#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <poll.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <term.h>
#include <termios.h>
#include <unistd.h>

static SCREEN *screen;
// What ncurses writes to: a descriptor of its own for the terminal, and for a picture the file in memory that collects it.
static FILE *output;
static int collected = -1;
static bool cursor_shown = true;
static struct termios found;

// A locale that is not installed here, e.g. over SSH or in a container: the terminal is what its name says all the same.
static bool names_utf8(void) {
  const char *names[] = {"LC_ALL", "LC_CTYPE", "LANG"};
  for (int i = 0; i < 3; i++) {
    const char *value = getenv(names[i]);
    if (value == NULL || *value == 0) continue;
    const char *codeset = strchr(value, '.');
    return codeset != NULL && (strncasecmp(codeset, ".UTF-8", 6) == 0 || strncasecmp(codeset, ".UTF8", 5) == 0);
  }
  return false;
}

bool screen_adopt_locale(void) {
  bool known = setlocale(LC_CTYPE, "") != NULL;
  bool utf8 = known ? strcmp(nl_langinfo(CODESET), "UTF-8") == 0 : names_utf8();
  // In any other locale ncurses would lose every character beyond ASCII, box drawing first.
  if (!utf8 || !known) setlocale(LC_CTYPE, "C.UTF-8");
  return utf8;
}

int screen_knows(const char *term) {
  int error = 0;
  if (setupterm(term, STDOUT_FILENO, &error) != OK) return 0;
  char *address = tigetstr("cup");
  int answer = address != NULL && address != (char *)-1 ? 1 : -1;
  del_curterm(cur_term);
  return answer;
}

int screen_colours_of(const char *term) {
  int error = 0;
  if (setupterm(term, STDOUT_FILENO, &error) != OK) return -1;
  int colours = tigetnum("colors");
  del_curterm(cur_term);
  return colours > 0 ? colours : 0;
}

static bool open_output(void) {
  int descriptor = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3);
  output = descriptor < 0 ? NULL : fdopen(descriptor, "w");
  collected = memfd_create("picture", MFD_CLOEXEC);
  return output != NULL;
}

static void close_output(void) {
  if (output != NULL) fclose(output);
  if (collected >= 0) close(collected);
  output = NULL;
  collected = -1;
}

static void write_all(const char *bytes, size_t count) {
  while (count > 0) {
    ssize_t written = write(STDOUT_FILENO, bytes, count);
    if (written < 0 && errno == EAGAIN) {
      struct pollfd terminal = {.fd = STDOUT_FILENO, .events = POLLOUT};
      poll(&terminal, 1, -1);
    } else if (written < 0 && errno != EINTR) {
      return;
    }
    if (written > 0) {
      bytes += written;
      count -= (size_t)written;
    }
  }
}

// ncurses writes at each movement of the cursor. A picture is sent as a whole: fewer packets on the line, and less to see of its making.
static void update(void) {
  bool collects = collected >= 0 && dup3(collected, fileno(output), O_CLOEXEC) >= 0;
  doupdate();
  if (!collects) return;
  dup3(STDOUT_FILENO, fileno(output), O_CLOEXEC);
  off_t length = lseek(collected, 0, SEEK_CUR);
  char buffer[16384];
  for (off_t at = 0; at < length;) {
    ssize_t count = pread(collected, buffer, length - at < (off_t)sizeof buffer ? (size_t)(length - at) : sizeof buffer, at);
    if (count <= 0) break;
    write_all(buffer, (size_t)count);
    at += count;
  }
  lseek(collected, 0, SEEK_SET);
}

static bool ask_terminal_for_size(struct winsize *size) {
  return ioctl(STDOUT_FILENO, TIOCGWINSZ, size) == 0 && size->ws_row > 0 && size->ws_col > 0;
}

bool screen_open(const char *term) {
  tcgetattr(STDIN_FILENO, &found);
  screen_guard_remember();
  set_escdelay(25);
  // COLUMNS and LINES may be exported, and of another terminal or of an earlier size. They count only where the terminal does not know its size.
  struct winsize size;
  bool asks = ask_terminal_for_size(&size);
  use_env(!asks);
  use_tioctl(asks);
  // Without handlers of the program, ncurses handles signals itself, which ends the program with status 1.
  screen_signals_open();
  screen = open_output() ? newterm(term, output, stdin) : NULL;
  if (screen == NULL) {
    screen_signals_close();
    close_output();
    return false;
  }
  set_term(screen);
  raw();
  noecho();
  nonl();
  if (has_colors()) {
    start_color();
    use_default_colors();
  }
  cursor_shown = curs_set(0) == ERR;
  leaveok(stdscr, FALSE);
  wnoutrefresh(stdscr);
  update();
  return true;
}

const char *screen_library_version(void) { return curses_version(); }

int screen_colours(void) { return screen != NULL && has_colors() ? COLORS : 0; }

int screen_pair(int foreground, int background) {
  // alloc_pair reads a table that exists only with colours.
  if (screen_colours() == 0) return 0;
  int pair = alloc_pair(foreground, background);
  return pair < 0 ? 0 : pair;
}

bool screen_has_mouse(void) {
  char *mouse = tigetstr("kmous");
  return mouse != NULL && mouse != (char *)-1;
}

static size_t append_capability(const char *name, char *buffer, size_t used, size_t size) {
  const char *text = tigetstr(name);
  if (text == NULL || text == (char *)-1) return used;
  while (*text != '\0' && used < size) {
    // Padding, $<milliseconds>, is for terminals of paper and glass.
    if (text[0] == '$' && text[1] == '<' && strchr(text, '>') != NULL) {
      text = strchr(text, '>') + 1;
    } else {
      buffer[used++] = *text++;
    }
  }
  return used;
}

size_t screen_undo(char *buffer, size_t size) {
  size_t used = append_capability("sgr0", buffer, 0, size);
  used = append_capability("op", buffer, used, size);
  used = append_capability("cnorm", buffer, used, size);
  return append_capability("rmcup", buffer, used, size);
}

void screen_put(int y, int x, const wchar_t *text, int width, unsigned attributes, int pair) {
  attr_t flags = WA_NORMAL;
  if (attributes & SCREEN_BOLD) flags |= WA_BOLD;
  if (attributes & SCREEN_UNDERLINE) flags |= WA_UNDERLINE;
  if (attributes & SCREEN_DIM) flags |= WA_DIM;
  if (attributes & SCREEN_REVERSE) flags |= WA_REVERSE;
  cchar_t cell;
  // Where the C library counts other columns than we do, ncurses and the terminal would lose each other.
  bool agreed = text[0] >= L' ' && wcwidth(text[0]) == width && setcchar(&cell, text, flags, 0, &pair) == OK;
  if (agreed) {
    mvadd_wch(y, x, &cell);
    return;
  }
  setcchar(&cell, L"?", flags, 0, &pair);
  for (int i = 0; i < width; i++) mvadd_wch(y, x + i, &cell);
}

void screen_erase(void) { erase(); }

void screen_flush(int cursor_y, int cursor_x) {
  bool show = cursor_y >= 0;
  if (show != cursor_shown) curs_set(show ? 1 : 0);
  cursor_shown = show;
  if (show) move(cursor_y, cursor_x);
  wnoutrefresh(stdscr);
  update();
}

void screen_invalidate(void) { clearok(curscr, TRUE); }

void screen_resize(int height, int width) { resizeterm(height, width); }

void screen_size(int *height, int *width) {
  struct winsize size;
  if (ask_terminal_for_size(&size)) {
    *height = size.ws_row;
    *width = size.ws_col;
  } else {
    *height = LINES > 0 ? LINES : 24;
    *width = COLS > 0 ? COLS : 80;
  }
}

void screen_lend(bool quiet) {
  struct termios modes = found;
  if (quiet) modes.c_lflag &= ~(tcflag_t)(ECHO | ECHONL | ICANON | ISIG | IEXTEN);
  tcsetattr(STDIN_FILENO, TCSADRAIN, &modes);
}

void screen_regain(void) { reset_prog_mode(); }

void screen_leave(bool quiet) {
  // Shown again for the next program; endwin does so too, but does not tell.
  curs_set(1);
  cursor_shown = true;
  endwin();
  screen_lend(quiet);
}

void screen_reenter(void) {
  reset_prog_mode();
  screen_invalidate();
  // The terminal is cleared and nothing else: the caller draws what is to be seen now.
  erase();
  wnoutrefresh(stdscr);
  update();
  curs_set(0);
  cursor_shown = false;
}

void screen_close(void) {
  if (screen == NULL) return;
  screen_leave(false);
  delscreen(screen);
  screen = NULL;
  close_output();
}
