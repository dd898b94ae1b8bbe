package dev.uncork.agent.observe.locks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.protocol.LockKind;
import dev.uncork.protocol.LockRecord;
import dev.uncork.recording.event.ContendedLockEvent;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** What is drained is emitted, once and whole, however much of it there is. */
final class LockCountsTest {
  private final Tables tables = new Tables();
  private final Emitted emitted = new Emitted();
  private final LockCounts counts = new LockCounts(tables);

  @Test
  void addsUpDrainsOfOneLock() {
    tables.lock(7, 3, 1_000, 600);
    tables.site(7, 42, 3, 1_000);
    counts.drain();
    tables.lock(7, 2, 500, 400);
    tables.site(7, 42, 2, 500);
    counts.drainAndEmitAll(List.of(emitted));
    assertThat(emitted.lines)
        .containsExactly("C7 blocked 5 wait 1500 max 600", "C7 at f42\ng42: 5 1500");
    counts.drainAndEmitAll(List.of(emitted));
    assertThat(emitted.lines).as("nothing twice").hasSize(2);
  }

  @Test
  void stacksBeginBelowTheHooksOfTheRewriting() {
    tables.lock(7, 3, 1_000, 600);
    tables.site(7, Tables.HOOKED_STACK, 3, 1_000);
    counts.drainAndEmitAll(List.of(emitted));
    assertThat(emitted.lines).last().isEqualTo("C7 at acquire\nput: 3 1000");
  }

  @Test
  void boundsASecondAndLosesNothing() {
    for (int hash = 1; hash <= 1_000; hash++) {
      tables.lock(hash, 1, hash, hash);
    }
    counts.drain();
    counts.emitHottest(List.of(emitted));
    assertThat(emitted.blocked.keySet()).hasSize(200).allMatch(hash -> hash > 800);
    tables.lock(1, 4, 4, 4);
    counts.drainAndEmitAll(List.of(emitted));
    assertThat(emitted.blocked).hasSize(1_000).containsEntry(1, 5L).containsEntry(1_000, 1L);
  }

  @Test
  void namesTheHottest() {
    assertThat(counts.hottest()).isNull();
    tables.lock(1, 9, 100, 50);
    tables.lock(2, 1, 900, 900);
    counts.drain();
    LockCounts.@Nullable Hottest hottest = counts.hottest();
    assertThat(hottest).isNotNull();
    assertThat(String.valueOf(hottest)).contains("identityHash=2");
  }

  private static final class Tables implements LockCounts.Source {
    static final int HOOKED_STACK = 99;

    private final ArrayDeque<long[]> records = new ArrayDeque<>();

    void lock(int hash, long blocked, long waitNanos, long maxNanos) {
      records.add(new long[] {LockRecord.LOCK, hash, blocked, waitNanos, maxNanos});
    }

    void site(int hash, int stack, long count, long waitNanos) {
      records.add(new long[] {LockRecord.SITE, hash, stack, count, waitNanos});
    }

    @Override
    public int drain(ByteBuffer target) {
      int at = 0;
      for (; !records.isEmpty() && at < target.capacity(); at += LockRecord.BYTES) {
        long[] record = records.remove();
        boolean lock = record[0] == LockRecord.LOCK;
        target.putInt(at + LockRecord.AT_TYPE, (int) record[0]);
        target.putInt(at + LockRecord.AT_KIND, LockKind.MONITOR.ordinal());
        target.putInt(at + LockRecord.AT_IDENTITY_HASH, (int) record[1]);
        target.putInt(at + LockRecord.AT_CLASS_ID, (int) record[1]);
        if (lock) {
          target.putLong(at + LockRecord.AT_BLOCKED, record[2]);
          target.putLong(at + LockRecord.AT_WAIT_NANOS, record[3]);
          target.putLong(at + LockRecord.AT_MAX_WAIT_NANOS, record[4]);
          target.putLong(at + LockRecord.AT_WAITS, 0).putLong(at + LockRecord.AT_WAITED_NANOS, 0);
          target.putLong(at + LockRecord.AT_LONG_BLOCKED, 0);
        } else {
          target.putInt(at + LockRecord.AT_STACK_ID, (int) record[2]);
          target.putLong(at + LockRecord.AT_COUNT, record[3]);
          target.putLong(at + LockRecord.AT_COUNT_NANOS, record[4]);
        }
      }
      return at;
    }

    @Override
    public String className(int classId) {
      return "C" + classId;
    }

    @Override
    public String[] stackFrames(int stackId) {
      return stackId == HOOKED_STACK
          ? new String[] {
            "dev.uncork.boot.collect.LockCollector.blocked0(Native Method)",
            "dev.uncork.boot.collect.ParkHooks.acquired(ParkHooks.java:51)",
            "acquire",
            "put"
          }
          : new String[] {"f" + stackId, "g" + stackId};
    }
  }

  private static final class Emitted implements LockListener {
    final List<String> lines = new ArrayList<>();
    final Map<Integer, Long> blocked = new HashMap<>();

    @Override
    public void lock(LockCounts.LockKey key, String lockClass, ContendedLockEvent event) {
      blocked.merge(key.identityHash(), event.blocked, Long::sum);
      lines.add(
          lockClass
              + " blocked "
              + event.blocked
              + " wait "
              + event.waitTime
              + " max "
              + event.maxWaitTime);
    }

    @Override
    public void waiters(
        LockCounts.LockKey key, String lockClass, String stack, long count, long waitNanos) {
      lines.add(lockClass + " at " + stack + ": " + count + " " + waitNanos);
    }
  }
}
