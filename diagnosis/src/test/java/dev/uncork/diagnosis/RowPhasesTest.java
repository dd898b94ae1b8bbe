package dev.uncork.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.diagnosis.ledger.RowPhase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

/** Where another row of the ledger begins to lead; eight cores, bins of a tenth of a second. */
class RowPhasesTest {
  private static final double CORES = 8;
  private static final double BIN = 0.1;

  private static List<RowPhase> phases(int bins, IntFunction<Map<RowKind, Double>> coresAt) {
    Map<RowKind, List<Double>> rows = new TreeMap<>();
    for (RowKind kind : RowKind.values()) {
      rows.put(kind, new ArrayList<>());
      for (int bin = 0; bin < bins; bin++) {
        rows.get(kind).add(coresAt.apply(bin).getOrDefault(kind, 0.0));
      }
    }
    List<Ledger.Row> made = new ArrayList<>();
    rows.forEach(
        (kind, cores) ->
            made.add(
                new Ledger.Row(
                    kind, cores.stream().mapToDouble(c -> c * BIN).sum(), List.of(), cores)));
    return new Ledger(CORES * bins * BIN, made, BIN, 0).phases(bins * BIN);
  }

  private static Map<RowKind, Double> only(RowKind kind, double cores) {
    return Map.of(kind, cores, RowKind.WORK, CORES - cores);
  }

  @Test
  void aChangeIsFoundAtItsBin() {
    List<RowPhase> phases = phases(200, bin -> only(bin < 137 ? RowKind.LOCKS : RowKind.REMOTE, 6));

    assertThat(phases).extracting(RowPhase::row).containsExactly(RowKind.LOCKS, RowKind.REMOTE);
    assertThat(phases.get(0).toSeconds()).isCloseTo(13.7, within(1e-9));
    assertThat(phases.get(1).share()).isEqualTo(0.75);
  }

  @Test
  void theSameLeaderAllTheTimeIsNoPhase() {
    assertThat(phases(200, bin -> only(RowKind.LOCKS, 3 + bin % 5))).isEmpty();
  }

  @Test
  void rowsThatTakeTurnsByTheSecondAreNoPhases() {
    assertThat(phases(300, bin -> only(bin / 10 % 2 == 0 ? RowKind.LOCKS : RowKind.STORAGE, 7)))
        .isEmpty();
  }

  @Test
  void aMomentIsNoPhase() {
    assertThat(
            phases(300, bin -> only(bin >= 100 && bin < 120 ? RowKind.STORAGE : RowKind.LOCKS, 7)))
        .isEmpty();
  }

  @Test
  void ofALongRecordingATenthIsTheLeast() {
    IntFunction<Map<RowKind, Double>> end =
        bin -> only(bin >= 1920 ? RowKind.FEW_THREADS : RowKind.LOCKS, 7);

    assertThat(phases(2000, end)).as("8 of 200 s").isEmpty();
    assertThat(phases(2200, end)).as("28 of 220 s").hasSize(2);
  }

  @Test
  void whereHardlyAnyCoreIsIdleTheBusyRowsLead() {
    List<RowPhase> phases =
        phases(100, bin -> bin < 50 ? only(RowKind.LOCKS, 0.2) : only(RowKind.FEW_THREADS, 7));

    assertThat(phases).extracting(RowPhase::row).containsExactly(RowKind.WORK, RowKind.FEW_THREADS);
  }

  @Test
  void theLastOneEndsWithTheRecording() {
    List<Double> first = new ArrayList<>(Collections.nCopies(5, 6.0));
    List<Double> second = new ArrayList<>(Collections.nCopies(5, 0.0));
    second.addAll(first);
    Ledger.Row locks = new Ledger.Row(RowKind.LOCKS, 30, List.of(), first);
    Ledger.Row files = new Ledger.Row(RowKind.STORAGE, 27, List.of(), second);

    List<RowPhase> phases = new Ledger(CORES * 9.4, List.of(locks, files), 1, 0).phases(9.4);

    assertThat(phases).extracting(RowPhase::toSeconds).containsExactly(5.0, 9.4);
    assertThat(phases).allMatch(phase -> phase.share() == 0.75);
  }

  @Test
  void aLedgerWithoutBinsHasNone() {
    assertThat(Ledger.NONE.phases(1)).isEmpty();
    assertThat(phases(10, bin -> only(RowKind.LOCKS, 7))).isEmpty();
  }
}
