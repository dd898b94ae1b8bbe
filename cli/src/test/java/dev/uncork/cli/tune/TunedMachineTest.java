package dev.uncork.cli.tune;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.cli.launch.NumaNodes;
import dev.uncork.diagnosis.lever.Change;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What a machine can't do is refused with the reason; what it can is offered. */
class TunedMachineTest {
  private static final NumaNodes TWO = new NumaNodes(Map.of(0, "0-3", 1, "4-7"));

  @Test
  void oneNodeIsRefusedWithTheReason() {
    TunedMachine machine = TunedMachine.of(new NumaNodes(Map.of(0, "0-1")), true, "6.18.5");
    assertThat(machine.placement()).isEmpty();
    assertThat(machine.refusals()).singleElement().asString().contains("one NUMA node");
  }

  @Test
  void severalNodesBringABindingAndTheJvmsOwnWay() {
    TunedMachine machine = TunedMachine.of(TWO, true, "6.18.5-cloud-amd64");
    assertThat(machine.refusals()).isEmpty();
    assertThat(machine.placement().get(0).values())
        .extracting(Change::text)
        .containsExactly("numa=0", "-XX:+UseNUMA");
    assertThat(TWO.launcher("1")).contains(List.of("taskset", "-c", "4-7"));
    assertThat(TWO.launcher("2")).isEmpty();
    assertThat(TWO.launcher("x")).isEmpty();
    assertThat(TunedMachine.of(TWO, false, "7.0").refusals().get(0)).contains("util-linux");
  }

  @Test
  void anOldKernelKeepsNoHolder() {
    assertThat(TunedMachine.of(TWO, true, "6.1.0-37-amd64").keepsHolders()).isFalse();
    assertThat(TunedMachine.of(TWO, true, "6.1.0").refusals().get(0)).contains("nopreempt");
    assertThat(TunedMachine.of(TWO, true, "6.12.0").keepsHolders()).isTrue();
    assertThat(TunedMachine.of(TWO, true, "7.2").keepsHolders()).isTrue();
    assertThat(TunedMachine.of(TWO, true, "").keepsHolders()).isFalse();
  }
}
