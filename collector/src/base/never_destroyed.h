// A static object whose destructor never runs.
#pragma once

namespace uncork {

// At the end of the process other threads may still use what a static destructor would take away.
template <typename T>
union NeverDestroyed {
  constexpr NeverDestroyed() : value() {}
  ~NeverDestroyed() {}
  T value;
};

}  // namespace uncork
