package dev.uncork.diagnosis.lever;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Settings that the ledger of a Spark application advises against one cause of lost time.
 *
 * @param cause its kind, as in JSON
 * @param settings to try together
 * @param savedSeconds that going without the cause would save
 * @param recordedSeconds what the application took
 */
public record LedgerAdvice(
    String cause, Map<String, String> settings, double savedSeconds, double recordedSeconds) {
  public LedgerAdvice {
    settings = Collections.unmodifiableMap(new LinkedHashMap<>(settings));
  }

  /** As additional throughput. */
  double gain() {
    return Proposals.gain(savedSeconds / recordedSeconds);
  }

  Why why() {
    return new Why.LostTime(cause, savedSeconds, recordedSeconds);
  }
}
