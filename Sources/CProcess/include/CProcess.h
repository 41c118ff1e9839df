// Settings of this process that Swift cannot change itself.
#ifndef CPROCESS_H
#define CPROCESS_H

// Opens those of the three standard streams that this process was started without (`>&-`). Otherwise the next file that it opens takes the place
// of one, and gets the output. Has to be called before anything is opened.
void process_fill_streams(void);

// Keeps this process's memory off the disk if it crashes, and stops the kernel from letting other processes of its user read it
// (RLIMIT_CORE, getrlimit(2); PR_SET_DUMPABLE, prctl(2)). Programs that it starts inherit only the limit.
void process_forbid_dumps(void);

// Makes all threads allocate from one arena (M_ARENA_MAX, mallopt(3)), so that they reuse each other's freed memory. Otherwise each keeps
// arenas of its own, which stay mostly unused in a long run.
void process_share_heap(void);

#endif
