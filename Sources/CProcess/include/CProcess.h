// What a program says to the kernel about itself, where that is not to be had from Swift.
#ifndef CPROCESS_H
#define CPROCESS_H

// From here on no memory of this process is written to a disk when it crashes, and the kernel lets no other process of its user read
// it (RLIMIT_CORE, getrlimit(2); PR_SET_DUMPABLE, prctl(2)). Programs that it starts inherit the limit alone.
void process_forbid_dumps(void);

// From here on all threads of this process take memory from one place (M_ARENA_MAX, mallopt(3)), so that what one has freed another one uses
// again. Otherwise each keeps parts of its own, of which the most lie about unused in a long run.
void process_share_heap(void);

#endif
