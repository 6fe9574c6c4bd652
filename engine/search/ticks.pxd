# The clock of the search, readable without the interpreter: nanoseconds that never go back.

cdef extern from *:
    """
    #if defined(_WIN32)
    #include <windows.h>
    static long long damiera_ticks(void) {
        LARGE_INTEGER rate, count;
        QueryPerformanceFrequency(&rate);
        QueryPerformanceCounter(&count);
        return count.QuadPart / rate.QuadPart * 1000000000LL
            + count.QuadPart % rate.QuadPart * 1000000000LL / rate.QuadPart;
    }
    #else
    #include <time.h>
    static long long damiera_ticks(void) {
        struct timespec now;
        clock_gettime(CLOCK_MONOTONIC, &now);
        return now.tv_sec * 1000000000LL + now.tv_nsec;
    }
    #endif
    """
    long long ticks "damiera_ticks"() noexcept nogil
