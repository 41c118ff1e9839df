// What Swift cannot reach of ncurses (variadics, macros, globals), and what must be safe inside a signal handler.
// One terminal a process: ncurses and signal handlers are process-wide.
#ifndef CNCURSES_H
#define CNCURSES_H

#include <stdbool.h>
#include <stddef.h>
#include <wchar.h>

// Attributes of a cell, combined by or.
enum { SCREEN_BOLD = 1, SCREEN_UNDERLINE = 2, SCREEN_DIM = 4, SCREEN_REVERSE = 8 };

// --- The screen (Screen.c) ---

// Whether the locale's character set is UTF-8; from then on ncurses writes UTF-8 in any case.
bool screen_adopt_locale(void);
// Whether terminfo knows the terminal and can address its cursor: 1 yes, 0 unknown, -1 known, but no cursor addressing.
int screen_knows(const char *term);
// How many colours terminfo gives the terminal: 0 without colours, -1 unknown.
int screen_colours_of(const char *term);
// Takes over the terminal on standard input and output; false when ncurses cannot. Raw keys, alternate screen.
bool screen_open(const char *term);
// 0 without colours, else how many.
int screen_colours(void);
const char *screen_library_version(void);
// A number for a pair of colours, -1 being the terminal's own; 0 without colours.
int screen_pair(int foreground, int background);
bool screen_has_mouse(void);
// Writes into `buffer` what undoes all that ncurses switches on (attributes, hidden cursor, alternate screen); its
// length.
size_t screen_undo(char *buffer, size_t size);
// Puts one character (with its combining marks, terminated) into a cell; `width` is what the caller counts for it.
void screen_put(int y, int x, const wchar_t *text, int width, unsigned attributes, int pair);
void screen_erase(void);
// Shows what was put; the cursor is hidden when `cursor_y` is negative.
void screen_flush(int cursor_y, int cursor_x);
// Forgets what the terminal shows, so that the next flush writes everything.
void screen_invalidate(void);
void screen_resize(int height, int width);
void screen_size(int *height, int *width);
// Gives the terminal back as it was found. With `quiet`, keys typed until the next program takes over are neither
// echoed nor edited, so that nothing that is typed ahead is seen or lost.
void screen_leave(bool quiet);
void screen_reenter(void);
// As screen_leave, but the screen stays as it is: screen_regain follows when nothing else was shown on it, else
// screen_leave and screen_reenter.
void screen_lend(bool quiet);
void screen_regain(void);
// As screen_leave, for good.
void screen_close(void);

// --- Signals and crashes (Guard.c) ---

// Remembers the terminal's modes as they are now, to be restored later.
void screen_guard_remember(void);
// Arms the guard: the bytes undo what was switched on, the note is written to standard error after a crash.
void screen_guard_set(const char *bytes, size_t count, const char *note);
void screen_guard_clear(void);
// Restores the terminal with async-signal-safe calls alone; does nothing the second time.
void screen_guard_restore(void);
// Restores the terminal when the process crashes or exits; the crash itself takes its course afterwards.
void screen_guard_install(void);
// From now on these signals write their number to the returned descriptor instead of their default action: INT, TERM,
// HUP, WINCH, TSTP, CONT. -1 when no pipe can be made.
int screen_signals_open(void);
void screen_signals_close(void);
// The program ends, or its terminal is gone: from `screen_signals_close` on SIGHUP is ignored. The end of the input is
// often read before the kernel sends that signal, and shells send it once more; it must not break off what the program
// does at its end.
void screen_signals_hung_up(void);
// Stops this process, and with `group` its whole process group, as ^Z does, and returns when it is continued.
void screen_stop(bool group);

#endif
