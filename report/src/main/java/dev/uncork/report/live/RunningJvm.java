package dev.uncork.report.live;

/**
 * A JVM that runs on this host, as it looks from outside.
 *
 * @param program what it runs: main class, jar or module
 * @param cores cores that it keeps busy now
 * @param observed whether Uncork observes it already
 * @param foreign whether it belongs to another user, so that attaching takes that user's rights
 */
public record RunningJvm(
    long pid, String program, double cores, int threads, boolean observed, boolean foreign) {}
