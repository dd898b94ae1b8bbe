// Files of procfs that are shorter than a line or two.
#pragma once

#include <cstddef>

namespace uncork {

// Reads the beginning of a file as a string; false where it can't be read.
bool readSmallFile(const char* path, char* text, std::size_t bytes);

// The same of an open file, from its beginning.
bool readSmallFile(int file, char* text, std::size_t bytes);

// What a file "stat" of a process or thread tells from the state on, as in "S 4711 ..."; nullptr
// where it can't be read (proc(5): before it is the name, in parentheses).
const char* readStat(const char* path, char* text, std::size_t bytes);

}  // namespace uncork
