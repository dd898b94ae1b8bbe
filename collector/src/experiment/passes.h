// Passes over threads and processes, of which more may begin meanwhile.
#pragma once

namespace uncork {

// Repeats a pass until it finds nothing more, but not for ever; gives all that was found.
template <typename Pass>
int repeated(Pass pass) {
  constexpr int kMost = 20;
  int all = 0;
  for (int i = 0; i < kMost; i++) {
    const int found = pass();
    if (found <= 0) {
      break;
    }
    all += found;
  }
  return all;
}

}  // namespace uncork
