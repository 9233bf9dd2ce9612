from minesolver.kernel.search.types cimport Choice, ChoiceCache, Position, Words
from minesolver.kernel.types cimport Analyzer, Arena

cdef void allocate_choices(ChoiceCache *cache, Arena *arena) noexcept nogil
cdef Words key_of_choice(Analyzer *a, const Position *p) noexcept nogil
cdef bint find_choice(ChoiceCache *cache, Words key, Choice *choice) noexcept nogil
cdef void remember_choice(ChoiceCache *cache, Words key, Choice *choice) noexcept nogil
