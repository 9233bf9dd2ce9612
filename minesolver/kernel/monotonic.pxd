# The monotonic clock of the system, in seconds: no header of C has it for all systems.
cdef extern from * nogil:
    """
    #ifdef _WIN32
    #define WIN32_LEAN_AND_MEAN
    #include <windows.h>
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
    double monotonic_seconds()
