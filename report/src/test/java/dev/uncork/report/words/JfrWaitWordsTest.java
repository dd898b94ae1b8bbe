package dev.uncork.report.words;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Limit;
import dev.uncork.recording.Note.JfrWaits;
import dev.uncork.recording.WaitKind;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class JfrWaitWordsTest {
  private static final long MILLI = 1_000_000;

  @Test
  void oneThresholdForAllIsOneSentence() {
    assertThat(text(all(20 * MILLI, 20 * MILLI, false), List.of(), true))
        .isEqualTo(
            "Not recorded by Uncork. Locks and other waits come from JFR, which left out all"
                + " shorter than 20.0 ms, often nearly all; a row stands for all locks of a"
                + " class.");
  }

  @Test
  void otherThresholdsAndLimitsAreNamed() {
    assertThat(text(all(20 * MILLI, MILLI, true), List.of(), true))
        .contains("shorter than 20.0 ms (sockets 1.00 ms), often")
        .endsWith(" When there were many, it left out some of sockets.");
  }

  @Test
  void whatWasNotRecordedIsNamed() {
    List<JfrWaits.OfKind> parks = List.of(new JfrWaits.OfKind(WaitKind.PARK, -1, false));

    assertThat(text(parks, List.of(WaitKind.SLEEP, WaitKind.FILE), false))
        .isEqualTo(
            "Not recorded by Uncork. Waits come from JFR, which left out all shorter than its"
                + " thresholds. It recorded nothing of sleep, files. Waits that hadn't ended are"
                + " missing, for it has no thread dump.");
  }

  private static String text(List<JfrWaits.OfKind> recorded, List<WaitKind> off, boolean unended) {
    return LimitWords.text(new Limit.FromJfr(new JfrWaits(recorded, off, unended)));
  }

  private static List<JfrWaits.OfKind> all(long nanos, long socketNanos, boolean socketsLimited) {
    return Stream.of(WaitKind.values())
        .map(
            kind ->
                kind == WaitKind.SOCKET
                    ? new JfrWaits.OfKind(kind, socketNanos, socketsLimited)
                    : new JfrWaits.OfKind(kind, nanos, false))
        .toList();
  }
}
