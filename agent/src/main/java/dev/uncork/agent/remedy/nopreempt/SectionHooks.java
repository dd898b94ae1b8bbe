package dev.uncork.agent.remedy.nopreempt;

import dev.uncork.boot.nopreempt.NonPreemption;

/** What rewritten methods call around their sections. */
enum SectionHooks {
  /** What any way may need: sections ask and are counted, and turns end before them. */
  ALL,

  /** Sections ask, for the time-slice extension alone. */
  REQUESTS,

  /**
   * Sections are counted, and turns end before them, for longer slices alone. Which sections are
   * inside of others isn't known then, so it is for locks of which none was seen inside.
   */
  TURNS;

  /** What one way needs, if there will be no other. */
  static SectionHooks of(NonPreemption.Way way) {
    if (way == NonPreemption.Way.EXTENSION) {
      return REQUESTS;
    }
    return NonPreemption.nested() ? ALL : TURNS;
  }

  boolean ask() {
    return this != TURNS;
  }

  boolean endTurns() {
    return this != REQUESTS;
  }
}
