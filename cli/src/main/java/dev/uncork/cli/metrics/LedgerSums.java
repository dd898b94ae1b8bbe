package dev.uncork.cli.metrics;

import dev.uncork.diagnosis.ledger.Ledger;
import dev.uncork.diagnosis.ledger.RowKind;
import dev.uncork.recording.Recording;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.read.LiveRecording;
import java.time.Duration;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import jdk.jfr.consumer.RecordedEvent;

/**
 * The core-seconds that went to each row of the ledger since the beginning.
 *
 * <p>For each step a ledger is made and added, once what happened in it has surely been written; so
 * nothing is counted twice, and only the events of about two steps are kept. Used by one thread at
 * a time.
 */
final class LedgerSums {
  private static final Duration LATE = Duration.ofSeconds(3);

  private final Duration step;
  private final Duration kept;
  private final LiveRecording live;
  private final Map<RowKind, Double> sums = new EnumMap<>(RowKind.class);
  private final Function<Recording, Ledger> ledgerOf;
  private Instant counted = Instant.MIN;

  /** Sums that grow once in each step. */
  LedgerSums(Duration step, Function<Recording, Ledger> ledgerOf) {
    this.step = step;
    this.kept = step.plus(LATE).multipliedBy(2);
    this.live = new LiveRecording(kept);
    this.ledgerOf = ledgerOf;
  }

  /** Takes one event in, which must not be reused by its stream. */
  void add(RecordedEvent event) {
    live.add(event);
    if (counted.equals(Instant.MIN) && live.first().isBefore(Instant.MAX)) {
      counted = live.first();
    }
    while (!counted.equals(Instant.MIN)
        && !live.latest().minus(LATE).isBefore(counted.plus(step))) {
      Instant from = latest(counted, live.latest().minus(kept));
      counted = from.plus(step);
      add(ledgerOf.apply(live.recording(new TimeRange(from, counted))));
    }
  }

  /** After a pause of the stream what is no longer kept isn't counted. */
  private static Instant latest(Instant a, Instant b) {
    return a.isAfter(b) ? a : b;
  }

  private void add(Ledger ledger) {
    if (!ledger.known()) {
      return;
    }
    for (RowKind kind : RowKind.values()) {
      sums.merge(kind, ledger.share(kind) * ledger.coreSeconds(), Double::sum);
    }
  }

  /** Core-seconds of every row; none before the first step, or where there is no ledger. */
  Map<RowKind, Double> coreSeconds() {
    return sums;
  }
}
