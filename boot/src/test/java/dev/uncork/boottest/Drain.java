package dev.uncork.boottest;

import dev.uncork.boot.collect.LockCollector;
import dev.uncork.protocol.LockRecord;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.TreeMap;

/** The drained records of a child JVM, summed per lock, as an agent would read them. */
final class Drain {
  private final ByteBuffer records;
  private final Map<String, Counted> byLock = new TreeMap<>();

  Drain(int bufferBytes) {
    records = ByteBuffer.allocateDirect(bufferBytes).order(ByteOrder.nativeOrder());
  }

  /** Drains all that there is. */
  synchronized void drain() {
    int bytes;
    while ((bytes = LockCollector.drain(records)) > 0) {
      addAll(bytes);
    }
  }

  private void addAll(int bytes) {
    for (int at = 0; at < bytes; at += LockRecord.BYTES) {
      add(at);
    }
  }

  /** Fills the buffer once; what doesn't fit stays in the collector. */
  synchronized void drainOnce() {
    addAll(LockCollector.drain(records));
  }

  /** Number of locks of a class that the collector told apart. */
  synchronized long locksOf(String className) {
    return byLock.values().stream().filter(lock -> lock.className().equals(className)).count();
  }

  /** Blocked acquires of all locks of a class. */
  synchronized long blockedOn(String className) {
    return byLock.values().stream()
        .filter(lock -> lock.className().equals(className))
        .mapToLong(Counted::blocked)
        .sum();
  }

  synchronized void print() {
    byLock.values().forEach(counted -> System.out.println(counted.line()));
  }

  /** Prints the sum over all locks as if they were one. */
  synchronized void printTotals() {
    byLock.values().stream()
        .map(Counted::withoutFrames)
        .reduce(Counted::plus)
        .ifPresent(sum -> System.out.println(sum.line()));
  }

  private void add(int at) {
    int kind = records.getInt(at + LockRecord.AT_KIND);
    int hash = records.getInt(at + LockRecord.AT_IDENTITY_HASH);
    String className = LockCollector.className(records.getInt(at + LockRecord.AT_CLASS_ID));
    Counted counted;
    if (records.getInt(at) == LockRecord.LOCK) {
      counted =
          new Counted(
              className,
              kind,
              hash,
              records.getLong(at + LockRecord.AT_BLOCKED),
              records.getLong(at + LockRecord.AT_WAIT_NANOS),
              records.getLong(at + LockRecord.AT_MAX_WAIT_NANOS),
              records.getLong(at + LockRecord.AT_WAITS),
              records.getLong(at + LockRecord.AT_WAITED_NANOS),
              0,
              0,
              "");
    } else {
      String[] frames = LockCollector.stackFrames(records.getInt(at + LockRecord.AT_STACK_ID));
      counted =
          new Counted(
              className,
              kind,
              hash,
              0,
              0,
              0,
              0,
              0,
              records.getLong(at + LockRecord.AT_COUNT),
              records.getLong(at + LockRecord.AT_COUNT_NANOS),
              String.join("<", frames).replace(' ', '_') + ";");
    }
    byLock.merge(className + ' ' + kind + ' ' + hash, counted, Counted::plus);
  }

  /** Drains ten times a second in the background, as the agent does. */
  void start() {
    Thread thread =
        new Thread(
            () -> {
              try {
                while (true) {
                  Thread.sleep(100);
                  drain();
                }
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            },
            "drain");
    thread.setDaemon(true);
    thread.start();
  }
}
