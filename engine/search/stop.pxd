cdef class StopSignal:
    cdef public bint raised
    cdef public long long deadline
