package dev.uncork.boottest;

/** What was counted, or is expected, of one lock; one line of text between child and test. */
record Counted(
    String className,
    int kind,
    int identityHash,
    long blocked,
    long waitNanos,
    long maxWaitNanos,
    long waits,
    long waitedNanos,
    long siteCount,
    long siteNanos,
    String frames) {

  static final String PREFIX = "COUNTED ";

  String line() {
    return PREFIX
        + String.join(
            " ",
            className.replace(' ', '_'),
            Integer.toString(kind),
            Integer.toString(identityHash),
            Long.toString(blocked),
            Long.toString(waitNanos),
            Long.toString(maxWaitNanos),
            Long.toString(waits),
            Long.toString(waitedNanos),
            Long.toString(siteCount),
            Long.toString(siteNanos),
            frames.isEmpty() ? "-" : frames);
  }

  static Counted parse(String line) {
    String[] part = line.substring(PREFIX.length()).split(" ", 11);
    return new Counted(
        part[0],
        Integer.parseInt(part[1]),
        Integer.parseInt(part[2]),
        Long.parseLong(part[3]),
        Long.parseLong(part[4]),
        Long.parseLong(part[5]),
        Long.parseLong(part[6]),
        Long.parseLong(part[7]),
        Long.parseLong(part[8]),
        Long.parseLong(part[9]),
        part[10]);
  }

  Counted withoutFrames() {
    return new Counted(
        className,
        kind,
        identityHash,
        blocked,
        waitNanos,
        maxWaitNanos,
        waits,
        waitedNanos,
        siteCount,
        siteNanos,
        "");
  }

  Counted plus(Counted more) {
    return new Counted(
        className,
        kind,
        identityHash,
        blocked + more.blocked,
        waitNanos + more.waitNanos,
        Math.max(maxWaitNanos, more.maxWaitNanos),
        waits + more.waits,
        waitedNanos + more.waitedNanos,
        siteCount + more.siteCount,
        siteNanos + more.siteNanos,
        frames.contains(more.frames) ? frames : frames + more.frames);
  }
}
