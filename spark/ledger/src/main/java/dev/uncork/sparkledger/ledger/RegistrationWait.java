package dev.uncork.sparkledger.ledger;

import dev.uncork.sparkledger.model.Application;
import dev.uncork.sparkledger.model.Executor;
import dev.uncork.sparkledger.model.Span;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time for which Spark waits, before it runs anything, for executors that never come: until
 * {@code spark.scheduler.maxRegisteredResourcesWaitingTime} is over, since fewer cores are there
 * than {@code spark.scheduler.minRegisteredResourcesRatio} of those that the settings ask for.
 *
 * @param wanted cores that the settings ask for
 * @param had of these
 * @param span since the last of them came
 */
public record RegistrationWait(int wanted, int had, Span span) {
  public static final String RATIO = "spark.scheduler.minRegisteredResourcesRatio";
  public static final String CORES = "spark.cores.max";
  private static final String LIMIT = "spark.scheduler.maxRegisteredResourcesWaitingTime";
  private static final String INSTANCES = "spark.executor.instances";
  private static final Pattern TIME = Pattern.compile("(\\d{1,9})\\s*(ms|s|m|min|h|)");
  private static final long DEFAULT_LIMIT_MILLIS = 30_000;

  /** Empty where Spark didn't wait, or not until the end. */
  public static Optional<RegistrationWait> of(Application application) {
    long first = application.firstAction().orElse(0);
    Map<String, String> settings = application.settings();
    int cpus = Math.max(1, SlotsWanted.number(settings, "spark.task.cpus"));
    long start = application.span().startMillis();
    long last = start;
    int had = 0;
    int most = 1;
    for (Executor executor : application.executors()) {
      most = Math.max(most, executor.slots() * cpus);
      if (executor.span().startMillis() < first) {
        had += executor.slots() * cpus;
        last = Math.max(last, executor.span().startMillis());
      }
    }
    boolean standalone = settings.getOrDefault("spark.master", "").matches("(spark:|local-).*");
    int wanted =
        standalone
            ? SlotsWanted.number(settings, CORES)
            : SlotsWanted.bounded(SlotsWanted.number(settings, INSTANCES), most);
    long end = start + limitMillis(settings.getOrDefault(LIMIT, ""));
    return had < ratio(settings, standalone) * wanted && first >= end && end > last
        ? Optional.of(new RegistrationWait(wanted, had, new Span(last, end)))
        : Optional.empty();
  }

  /** Spark's default is that of its managers of clusters. */
  private static double ratio(Map<String, String> settings, boolean standalone) {
    String value = settings.getOrDefault(RATIO, "").trim();
    return value.matches("\\d(\\.\\d{1,9})?") ? Double.parseDouble(value) : standalone ? 0 : 0.8;
  }

  private static long limitMillis(String value) {
    Matcher time = TIME.matcher(value.trim());
    if (!time.matches()) {
      return DEFAULT_LIMIT_MILLIS;
    }
    long number = Long.parseLong(time.group(1));
    return switch (time.group(2)) {
      case "s" -> number * 1_000;
      case "m", "min" -> number * 60_000;
      case "h" -> number * 3_600_000;
      default -> number;
    };
  }
}
