# Time limits and interrupts. Compiled code looks at the clock often; the clock itself seldom.
#
# The host (Python's signal handlers, say) is asked some ten times a second: Ctrl-C is felt, and it costs
# nothing.

cdef extern from *:
    """
    #ifdef _WIN32
    #define WIN32_LEAN_AND_MEAN
    #include <windows.h>
    #undef near
    #undef far
    static double monotonic_seconds(void) {
        LARGE_INTEGER ticks, frequency;
        QueryPerformanceFrequency(&frequency);
        QueryPerformanceCounter(&ticks);
        return (double)ticks.QuadPart / (double)frequency.QuadPart;
    }
    #else
    #include <time.h>
    static double monotonic_seconds(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
    }
    #endif
    """
    double monotonic_seconds() nogil
    const double _BETWEEN "0.05"  # seconds from one look for signals to the next

cdef void start(Clock *clock, double seconds) noexcept nogil:
    """Begin a computation that may take so many seconds (infinity: any time)."""
    cdef double time_now = monotonic_seconds()
    clock.began = time_now
    clock.deadline = time_now + seconds
    clock.next_look = min(clock.deadline, time_now + _BETWEEN)
    clock.stopped = False
    clock.calls = 15  # the first look is a real one

cdef bint look(Clock *clock) noexcept nogil:
    """Whether to give up: the time is over, or a signal handler raised an exception."""
    clock.calls += 1
    if clock.stopped or clock.calls & 15:
        return clock.stopped
    time_now = monotonic_seconds()
    if time_now < clock.next_look:
        return False
    if time_now >= clock.deadline:
        clock.stopped = True
        return True
    clock.next_look = min(clock.deadline, time_now + _BETWEEN)
    clock.stopped = clock.interrupted != NULL and clock.interrupted(clock)
    return clock.stopped
