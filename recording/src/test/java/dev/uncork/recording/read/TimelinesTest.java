package dev.uncork.recording.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.recording.ThreadUse;
import dev.uncork.recording.Timelines;
import java.util.List;
import org.junit.jupiter.api.Test;

class TimelinesTest {
  private static final long TICK_NANOS = 100_000_000;

  @Test
  void ticksCountInTheBinsThatTheyOverlap() {
    CpuLaneTable table = new CpuLaneTable();
    table.add(150, TICK_NANOS, new int[] {100, 0});
    table.add(250, TICK_NANOS, new int[] {0, 50});

    List<float[]> lanes = table.lanes();

    assertThat(lanes).hasSize(2);
    assertThat(lanes.get(0)).containsExactly(1f, 0.5f, 0f);
    assertThat(lanes.get(1)).containsExactly(0f, 0.25f, 0.5f);
  }

  @Test
  void binsOfCpusGrowWiderInsteadOfMore() {
    CpuLaneTable table = new CpuLaneTable();
    int ticks = 36_000;
    for (int tick = 1; tick <= ticks; tick++) {
      table.add(tick * 100L, TICK_NANOS, new int[] {tick <= ticks / 2 ? 100 : 0});
    }

    float[] lane = table.lanes().get(0);

    assertThat(table.binMillis()).isEqualTo(1600);
    assertThat(lane.length).isEqualTo(2250);
    assertThat(lane[0]).isEqualTo(1f, within(1e-4f));
    assertThat(lane[1100]).isEqualTo(1f, within(1e-4f));
    assertThat(lane[1130]).isZero();
  }

  @Test
  void secondsWithoutTicksAreUnknown() {
    CpuLaneTable table = new CpuLaneTable();
    table.add(100, TICK_NANOS, new int[] {50});
    table.add(500, TICK_NANOS, new int[] {50});

    assertThat(table.lanes().get(0)).containsExactly(0.5f, Float.NaN, Float.NaN, Float.NaN, 0.5f);
  }

  @Test
  void aBinHoldsTheCpuThatAThreadWasMostlyOn() {
    ThreadLaneTable table = new ThreadLaneTable();
    for (int tick = 1; tick <= 24_000; tick++) {
      table.add(7, tick % 3 == 0 ? 5 : 4, tick % 3 == 0 ? 1 : 0, tick * 100L, TICK_NANOS, 90_000);
    }

    Timelines.ThreadLane lane = table.lanes(List.of(use(7, "worker"))).get(0);

    assertThat(table.binMillis()).isEqualTo(3200);
    assertThat(lane.name()).isEqualTo("worker");
    assertThat(lane.cpuAt(0)).isEqualTo(4);
    assertThat(lane.cpuAt(700)).isEqualTo(4);
    assertThat(lane.cpuAt(lane.endBin())).isEqualTo(-1);
    assertThat(table.nodeOfCpu()).containsEntry(4, 0).containsEntry(5, 1);
  }

  @Test
  void manyThreadsStayWithinMemory() {
    ThreadLaneTable table = new ThreadLaneTable();
    int threads = 20_000;
    for (int second = 0; second < 300; second++) {
      for (int thread = 0; thread < threads; thread++) {
        table.add(thread, thread % 64, -1, second * 1000L, TICK_NANOS, 1_000_000);
      }
    }

    List<Timelines.ThreadLane> lanes = table.lanes(List.of(use(3, "a"), use(19_999, "b")));

    assertThat(lanes).hasSize(2);
    assertThat(lanes.get(1).cpuAt(0)).isEqualTo(19_999 % 64);
    assertThat(lanes.get(0).endBin()).isBetween(ThreadLaneTable.MIN_BINS, 320);
    assertThat(table.nodeOfCpu()).isEmpty();
  }

  @Test
  void eventsMayComeInAnyOrder() {
    ThreadLaneTable table = new ThreadLaneTable();
    table.add(7, 1, 0, 1000, TICK_NANOS, 90_000);
    table.add(7, 2, 0, 200, TICK_NANOS, 90_000);
    table.add(7, -1, 0, 300, TICK_NANOS, 90_000);

    Timelines.ThreadLane lane = table.lanes(List.of(use(7, "worker"))).get(0);

    assertThat(lane.firstBin()).isEqualTo(1);
    assertThat(lane.cpuAt(1)).isEqualTo(2);
    assertThat(lane.cpuAt(2)).isEqualTo(-1);
    assertThat(lane.cpuAt(9)).isEqualTo(1);
    assertThat(lane.endBin()).isEqualTo(10);
  }

  private static ThreadUse use(long id, String name) {
    return new ThreadUse(id, name, 1, 0, 1, 0);
  }
}
