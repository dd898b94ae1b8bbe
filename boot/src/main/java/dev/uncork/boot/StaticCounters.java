package dev.uncork.boot;

/** What a class with rewritten static counters is; it tells which classes are. */
public interface StaticCounters {}
