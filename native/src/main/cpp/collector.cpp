#include "collector.h"

namespace uncork {

Collector Collector::instance;

}  // namespace uncork
