package dev.uncork.agent.observe.threads;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DeadlocksTest {
  private static final long SECOND = 1_000_000_000;

  private final Map<Long, LockWait> waits = new HashMap<>();
  private int reads;
  private final Deadlocks deadlocks =
      new Deadlocks(
          thread -> {
            reads++;
            return waits.get(thread);
          });

  private void waitsFor(long thread, long owner, long count) {
    waits.put(thread, new LockWait(thread, "t" + thread, "Lock", 7, owner, count));
  }

  private List<List<Long>> standing(long nowNanos) {
    return deadlocks.standing(nowNanos).stream()
        .map(cycle -> cycle.stream().map(LockWait::thread).toList())
        .toList();
  }

  @Test
  void aRingIsToldOnceItHasStoodForASecond() {
    waitsFor(5, 9, 1);
    waitsFor(9, 2, 1);
    waitsFor(2, 5, 1);
    deadlocks.suspect(9);
    deadlocks.look(0);
    assertThat(standing(0)).isEmpty();
    deadlocks.look(SECOND / 2);
    assertThat(standing(SECOND / 2)).isEmpty();
    deadlocks.look(SECOND);
    assertThat(standing(SECOND)).containsExactly(List.of(2L, 5L, 9L));
  }

  @Test
  void whoWaitsForOneOfThemLeadsToIt() {
    waitsFor(1, 2, 1);
    waitsFor(2, 3, 1);
    waitsFor(3, 2, 1);
    deadlocks.suspect(1);
    deadlocks.look(0);
    deadlocks.look(SECOND);
    assertThat(standing(SECOND)).containsExactly(List.of(2L, 3L));
  }

  @Test
  void threadsThatWentOnMeanwhileAreNone() {
    for (int i = 0; i < 50; i++) {
      waitsFor(1, 2, 1);
      waitsFor(2, 1, i);
      deadlocks.suspect(1);
      deadlocks.look(i * SECOND);
      assertThat(standing(i * SECOND)).isEmpty();
    }
  }

  @Test
  void oneThatIsBrokenIsToldNoMore() {
    waitsFor(1, 2, 1);
    waitsFor(2, 1, 1);
    deadlocks.suspect(1);
    deadlocks.look(0);
    deadlocks.look(2 * SECOND);
    assertThat(standing(2 * SECOND)).hasSize(1);
    waits.remove(2L);
    deadlocks.look(3 * SECOND);
    assertThat(standing(3 * SECOND)).isEmpty();
  }

  @Test
  void severalAreToldAndAChainToNobodyIsNone() {
    waitsFor(1, 2, 1);
    waitsFor(2, 1, 1);
    waitsFor(3, 4, 1);
    waitsFor(4, 3, 1);
    waitsFor(5, 6, 1);
    waitsFor(7, 7, 1);
    List.of(1L, 2L, 3L, 5L, 7L).forEach(deadlocks::suspect);
    deadlocks.look(0);
    deadlocks.look(SECOND);
    assertThat(standing(SECOND)).containsExactlyInAnyOrder(List.of(1L, 2L), List.of(3L, 4L));
  }

  @Test
  void aLookIsBounded() {
    for (long thread = 0; thread < 10_000; thread++) {
      waitsFor(thread, thread + 1, 1);
      deadlocks.suspect(thread);
    }
    deadlocks.look(0);
    assertThat(reads).isLessThan(1_000);
    deadlocks.look(SECOND);
    assertThat(standing(SECOND)).isEmpty();
  }
}
