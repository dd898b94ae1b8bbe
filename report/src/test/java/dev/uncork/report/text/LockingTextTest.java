package dev.uncork.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** A class's account lists only what decides about it. */
class LockingTextTest {
  private static final LockingAccount.Counters NO_COUNTERS =
      new LockingAccount.Counters(false, List.of(), List.of("unused"), List.of(), List.of());

  private static List<String> printed(LockingAccount account) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    LockingText.print(account, new PrintStream(out, true, StandardCharsets.UTF_8));
    return out.toString(StandardCharsets.UTF_8).lines().toList();
  }

  @Test
  void aClassThatCanBeReserved() {
    assertThat(
            printed(
                new LockingAccount(
                    "com.acme.Buffer",
                    true,
                    List.of("com.acme.Buffer.add:7: synchronized"),
                    List.of(),
                    Map.of("com.acme.Odd", List.of("com.acme.Odd.run:3: it waits")),
                    List.of("com.acme.Main.main:9: synchronized block on a com.acme.Buffer"),
                    NO_COUNTERS,
                    12)))
        .containsExactly(
            "com.acme.Buffer: eligible, 1 method",
            "Enter by a reservation:",
            "  com.acme.Buffer.add:7: synchronized",
            "Objects of com.acme.Odd are not reserved:",
            "  com.acme.Odd.run:3: it waits",
            "Take the stock monitor, and end the reservation of another thread:",
            "  com.acme.Main.main:9: synchronized block on a com.acme.Buffer",
            "Looked at 12 classes of the class path");
  }

  @Test
  void countersOfAClassThatCannot() {
    LockingAccount.Counters counters =
        new LockingAccount.Counters(
            true,
            List.of("com.acme.Hits.add:7: adds to hits"),
            List.of(),
            List.of("com.acme.Hits.get:9: returns what it added to"),
            List.of("com.acme.Main.main:9: synchronized block on a com.acme.Hits"));
    assertThat(
            printed(
                new LockingAccount(
                    "com.acme.Hits",
                    false,
                    List.of("com.acme.Hits.add:7: synchronized"),
                    List.of("com.acme.Hits.get:9: it notifies"),
                    Map.of(),
                    List.of("unused"),
                    counters,
                    1)))
        .containsExactly(
            "com.acme.Hits: not eligible",
            "Against it:",
            "  com.acme.Hits.get:9: it notifies",
            "Its counters: eligible for the remedy counter",
            "Become atomic:",
            "  com.acme.Hits.add:7: adds to hits",
            "Against counter-adder:",
            "  com.acme.Hits.get:9: returns what it added to",
            "Run on one of its objects, put all back under the monitor:",
            "  com.acme.Main.main:9: synchronized block on a com.acme.Hits",
            "Looked at 1 classes of the class path");
  }
}
