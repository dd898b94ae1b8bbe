package dev.uncork.boot.counter;

/** What a class with rewritten static counters is; it tells which classes are. */
public interface StaticCounters {}
