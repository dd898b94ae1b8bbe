// Threads and processes that were born while the program's threads were held, and so inherited where
// they may run.
#pragma once

#include "experiment/cpu_mask.h"

namespace uncork {

class Offspring {
 public:
  // Opens what tells of new numbers; false where the kernel doesn't.
  bool open();
  void close();

  // A hold begins: what gets a number from now on may inherit its mask.
  void begin() { first_ = lastNumber(); }

  // The last number that the kernel gave.
  int lastNumber() const;

  // Gives those that were born since, have this mask and descend from this process another one; how
  // many. The kernel gives numbers in order, so that no list of processes is read, and children are
  // found whose parents have ended.
  int giveBack(const CpuMask& held, const CpuMask& instead) {
    return giveBack(held, instead, first_);
  }

  // The same for those that were born after the one with this number.
  int giveBack(const CpuMask& held, const CpuMask& instead, int after);

  // The same for all processes that descend from this one, whenever they were born; reads the whole
  // list of processes.
  static int giveBackAll(const CpuMask& held, const CpuMask& instead);

 private:
  int giveBackBetween(int after, int last, const CpuMask& held, const CpuMask& instead) const;

  int loadFile_ = -1;
  int first_ = 0;
};

}  // namespace uncork
