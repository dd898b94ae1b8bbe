#include "base/event_state.h"

namespace uncork {

EventState eventState = {};

}  // namespace uncork
