#include "event/collector.h"

namespace uncork {

Collector Collector::instance;

}  // namespace uncork
