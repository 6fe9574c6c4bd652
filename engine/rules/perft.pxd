cdef class StopFlag:
    cdef public bint raised
