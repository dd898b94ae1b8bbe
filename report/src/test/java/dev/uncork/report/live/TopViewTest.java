package dev.uncork.report.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.recording.LockUse;
import dev.uncork.recording.ThreadUse;
import dev.uncork.report.MadeUpLedger;
import dev.uncork.report.text.Look;
import java.util.ArrayList;
import java.util.List;
import org.jline.utils.AttributedString;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The screen, line by line. */
class TopViewTest {
  private final TopState state = new TopState();

  private List<String> screen(Diagnosis diagnosis, int columns, int rows) {
    return new TopView(state, new Look(columns, false, false), rows, "uncork top, process 4711")
        .lines(diagnosis).stream().map(AttributedString::toString).toList();
  }

  @Test
  void verdictCoresLocksAndThreadsAreOnOneScreen() {
    List<String> lines = screen(Observed.TWO_LOCKS, 80, 24);

    assertThat(lines).hasSize(24);
    assertThat(lines.get(0)).startsWith("uncork top, process 4711: com.acme.Main 8");
    assertThat(lines.get(1)).contains("the cores are 40 % busy");
    assertThat(lines.get(3)).startsWith("Cores 2, 40 % busy");
    assertThat(lines)
        .anyMatch(line -> line.matches("a\\.Long +0\\.90 +10\\.0 +20\\.0 +0\\.00"))
        .anyMatch(line -> line.matches("worker-1 +30\\.0 +1 +0\\.40"));
    assertThat(lines.get(23)).startsWith("q quit").contains("? help");
  }

  @ParameterizedTest
  @CsvSource({"80,24", "40,10", "200,60", "60,12"})
  void noLineIsWiderThanTheTerminalAndNoneIsMissing(int columns, int rows) {
    List<LockUse> locks = new ArrayList<>();
    List<ThreadUse> threads = new ArrayList<>();
    for (int i = 0; i < 500; i++) {
      locks.add(
          Observed.lock("com.acme.a.very.long.name.of.a.Lock$With$Inner" + i, i, 1000 + i, 5));
      threads.add(Observed.thread(i, "a thread with a rather long name, number " + i));
    }
    Diagnosis diagnosis = Observed.of(locks, threads);
    for (String keys : List.of("", "t", "?", "?\n", "/x", "s")) {
      keys.chars()
          .forEach(
              c -> state.press(c == '\n' ? Key.of(Key.Name.ENTER) : Key.of((char) c), diagnosis));
      List<String> lines = screen(diagnosis, columns, rows);
      assertThat(lines).hasSize(rows).allMatch(line -> line.length() <= columns);
    }
  }

  @ParameterizedTest
  @CsvSource({"80,24", "40,10"})
  void aDeadlockStandsBelowTheVerdictAndLeavesRoom(int columns, int rows) {
    state.deadlocks(
        List.of("Deadlock: 2 threads wait:", "  a waits for b", "  b waits for a", "more", "more"));
    List<String> lines = screen(Observed.TWO_LOCKS, columns, rows);
    assertThat(lines).hasSize(rows).allMatch(line -> line.length() <= columns);
    assertThat(lines.get(3)).startsWith("Deadlock: 2 threads wait:");
    assertThat(lines.get(5)).contains("b waits for a");
    assertThat(lines).anyMatch(line -> line.startsWith("Cores 2"));
  }

  @Test
  void theLedgerOfTheLastSecondsIsALine() {
    Diagnosis diagnosis = MadeUpLedger.with(Observed.TWO_LOCKS);

    assertThat(screen(diagnosis, 80, 24).get(4))
        .isEqualTo(
            "Went to blocked at locks 44 %, only few threads busy 25 %, work 11 %, other 9 %");
    for (int[] size : new int[][] {{40, 10}, {60, 12}, {80, 24}, {200, 60}}) {
      assertThat(screen(diagnosis, size[0], size[1]))
          .hasSize(size[1])
          .allMatch(line -> line.length() <= size[0])
          .anyMatch(line -> line.startsWith("Went to blocked at locks 44 %"))
          .anyMatch(line -> line.startsWith("Locks (2)"));
    }
  }

  @Test
  void theSelectionStaysOnTheScreen() {
    List<LockUse> locks = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      locks.add(Observed.lock("a.Lock" + i, i, 1_000_000L * (1000 - i), 5));
    }
    Diagnosis diagnosis = Observed.of(locks, List.of());
    for (int i = 0; i < 60; i++) {
      state.press(Key.of(Key.Name.DOWN), diagnosis);
    }
    assertThat(screen(diagnosis, 80, 24)).anyMatch(line -> line.startsWith("a.Lock60 "));
  }

  @Test
  void anOpenedLockShowsWaitersHoldersAndStacks() {
    state.press(Key.of(Key.Name.ENTER), Observed.TWO_LOCKS);

    assertThat(screen(Observed.TWO_LOCKS, 80, 24))
        .contains("a.Long", "Waiters", "Holders", "Stack of the first waiter")
        .anyMatch(line -> line.contains("100 %  a.Long.take(A.java:5)"))
        .anyMatch(line -> line.contains("100 %  worker-1 in a.Long.take(A.java:5)"));
  }

  @Test
  void namesCannotMoveTheCursor() {
    Diagnosis hostile =
        Observed.of(
            List.of(Observed.lock("evil\u001b[2J\u0007", 1, 9_000_000_000L, 5)),
            List.of(Observed.thread(1, "\u001b]0;title\u0007")));

    assertThat(String.join("\n", screen(hostile, 80, 24)))
        .contains("evil?[2J?")
        .doesNotContainPattern("[\\p{Cntrl}&&[^\n]]");
  }

  @Test
  void aTinyTerminalIsTold() {
    assertThat(screen(Observed.TWO_LOCKS, 39, 24)).containsExactly("Too small: at least 40x10.");
  }
}
