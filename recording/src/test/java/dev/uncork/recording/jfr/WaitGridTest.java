package dev.uncork.recording.jfr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.ThreadSample.Blocker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class WaitGridTest {
  private static final long MILLI = 1_000_000;
  private static final long SECOND = 1_000 * MILLI;

  private final WaitGrid grid = new WaitGrid();

  @Test
  void aThreadIsSeenAtTheMomentsThatItsWaitCovers() {
    grid.waits(2 * SECOND, 3 * SECOND, thread(1, Thread.State.WAITING));

    List<Snapshot> snapshots = grid.snapshots(5 * SECOND);

    assertThat(snapshots).hasSize(100);
    for (Snapshot snapshot : snapshots) {
      boolean waits = snapshot.atMillis() >= 2000 && snapshot.atMillis() < 3000;
      assertThat(snapshot.threads()).hasSize(waits ? 1 : 0);
    }
  }

  @Test
  void shortWaitsAreSeenAsOftenAsTheirLengthSays() {
    // 10 ms of every 50: the beat of the grid itself.
    for (long at = 0; at < 200 * SECOND; at += 50 * MILLI) {
      grid.waits(at, at + 10 * MILLI, thread(1, Thread.State.WAITING));
    }

    List<Snapshot> snapshots = grid.snapshots(200 * SECOND);

    long seen = snapshots.stream().filter(snapshot -> !snapshot.threads().isEmpty()).count();
    assertThat(seen).isCloseTo(800, within(20L));
  }

  @Test
  void theOrderOfEventsDoesNotMatter() {
    Random random = new Random(7);
    List<Runnable> events = new ArrayList<>();
    List<WaitGrid> target = new ArrayList<>(List.of(grid));
    for (int i = 0; i < 2_000; i++) {
      long from = random.nextInt(60_000) * MILLI;
      long length = random.nextInt(400) * MILLI;
      ThreadSample sample = thread(random.nextInt(20), Thread.State.TIMED_WAITING);
      events.add(
          i % 3 == 0
              ? () -> target.get(0).ran(from, running(sample.threadId()))
              : () -> target.get(0).waits(from, from + length, sample));
    }
    events.forEach(Runnable::run);
    Collections.shuffle(events, random);
    target.set(0, new WaitGrid());
    events.forEach(Runnable::run);

    assertThat(target.get(0).snapshots(60 * SECOND)).isEqualTo(grid.snapshots(60 * SECOND));
  }

  @Test
  void ofSeveralSightsTheInnermostWaitCounts() {
    grid.ran(500 * MILLI, running(1));
    grid.waits(0, SECOND, thread(1, Thread.State.WAITING));
    grid.waits(10 * MILLI, 900 * MILLI, thread(1, Thread.State.TIMED_WAITING));

    List<Snapshot> snapshots = grid.snapshots(SECOND);

    for (Snapshot snapshot : snapshots) {
      boolean inner = snapshot.atMillis() >= 10 && snapshot.atMillis() < 900;
      assertThat(snapshot.threads())
          .extracting(ThreadSample::state)
          .containsExactly(inner ? Thread.State.TIMED_WAITING : Thread.State.WAITING);
    }
  }

  @Test
  void aRunningThreadStandsInTheSnapshotOfItsCell() {
    grid.ran(1_234 * MILLI, running(5));
    grid.ran(1_236 * MILLI, running(5));

    List<Snapshot> snapshots =
        grid.snapshots(2 * SECOND).stream().filter(s -> !s.threads().isEmpty()).toList();

    assertThat(snapshots).hasSize(1);
    assertThat(snapshots.get(0).atMillis()).isBetween(1_200L, 1_250L);
    assertThat(snapshots.get(0).threads()).hasSize(1);
  }

  @Test
  void memoryIsBoundedHoweverManyWaitThereAre() {
    for (int thread = 0; thread < 2_000; thread++) {
      grid.waits(0, 1_000 * SECOND, thread(thread, Thread.State.WAITING));
    }

    List<Snapshot> snapshots = grid.snapshots(1_000 * SECOND);

    assertThat(grid.thinned()).isTrue();
    assertThat(snapshots).isNotEmpty().allMatch(snapshot -> snapshot.threads().size() == 2_000);
    assertThat(snapshots.size() * 2_000).isLessThanOrEqualTo(WaitGrid.MAX_SAMPLES);
    Set<ThreadSample> kept = Collections.newSetFromMap(new java.util.IdentityHashMap<>());
    snapshots.forEach(snapshot -> kept.addAll(snapshot.threads()));
    assertThat(kept).hasSize(2_000);
  }

  @Test
  void aMonthHasBoundedSnapshots() {
    long month = 30L * 86_400 * SECOND;
    grid.waits(0, month, thread(1, Thread.State.WAITING));

    assertThat(grid.snapshots(month)).hasSizeBetween(1, WaitGrid.MAX_CELLS);
  }

  @Test
  void theOwnerIsTheOneWhoHoldsTheMonitorNow() {
    // 9 holds until 0.3 s, then 1, then 2: all are blocked meanwhile, and each was told another.
    grid.waits(0, 300 * MILLI, blocked(1, 9));
    grid.waits(0, 600 * MILLI, blocked(2, 1));
    grid.waits(0, 900 * MILLI, blocked(3, 2));

    for (Snapshot snapshot : grid.snapshots(SECOND)) {
      long now = snapshot.atMillis();
      long owner = now < 300 ? 9 : now < 600 ? 1 : 2;
      assertThat(snapshot.threads())
          .allMatch(thread -> thread.blocker().owner() == owner)
          .noneMatch(thread -> thread.threadId() == owner);
    }
  }

  @Test
  void momentsLieInTheirCellsAndNotInOneBar() {
    Set<Long> places = new HashSet<>();
    for (long cell = 0; cell < 1_000; cell++) {
      long place = WaitGrid.moment(cell) - cell * WaitGrid.CELL_NANOS;
      assertThat(place).isBetween(0L, WaitGrid.CELL_NANOS - 1);
      places.add(place / MILLI);
    }
    assertThat(places).hasSize(50);
  }

  private static ThreadSample running(long id) {
    return sample(id, Thread.State.RUNNABLE, 1, Blocker.NONE);
  }

  private static ThreadSample blocked(long id, long owner) {
    return sample(id, Thread.State.BLOCKED, 0, new Blocker("com.acme.Cache", 77, owner));
  }

  private static ThreadSample thread(long id, Thread.State state) {
    return sample(id, state, 0, Blocker.NONE);
  }

  private static ThreadSample sample(long id, Thread.State state, float cpuShare, Blocker blocker) {
    List<Frame> stack = List.of(Frame.parse("com.acme.Worker.run(Worker.java:30)"));
    return new ThreadSample(id, "worker-" + id, state, cpuShare, 1, stack, blocker, 0);
  }
}
