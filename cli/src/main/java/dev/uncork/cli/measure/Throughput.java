package dev.uncork.cli.measure;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalDouble;

/**
 * Collects the numbers that a run's output shows and makes its throughput of them. Written by the
 * threads that read the output.
 */
final class Throughput {
  /** Two counts this share of a run apart give a rate; closer, the time of the whole run does. */
  private static final double SPAN_SHARE = 0.5;

  private record Sample(double seconds, double number) {}

  private final boolean rate;
  private final double warmUpSeconds;
  private final List<Sample> samples = new ArrayList<>();

  Throughput(boolean rate, double warmUpSeconds) {
    this.rate = rate;
    this.warmUpSeconds = warmUpSeconds;
  }

  /** A number seen so long after the start of the run. */
  synchronized void add(double seconds, double number) {
    samples.add(new Sample(seconds, number));
  }

  /** Operations per second; empty when no number was seen after the warm-up. */
  synchronized OptionalDouble of(double elapsedSeconds) {
    List<Sample> counted = samples.stream().filter(s -> s.seconds >= warmUpSeconds).toList();
    if (counted.isEmpty()) {
      return OptionalDouble.empty();
    }
    if (rate) {
      return counted.stream().mapToDouble(Sample::number).average();
    }
    Sample first = counted.get(0);
    Sample last = counted.get(counted.size() - 1);
    double span = last.seconds - first.seconds;
    return OptionalDouble.of(
        span > 0 && span >= SPAN_SHARE * (elapsedSeconds - warmUpSeconds)
            ? (last.number - first.number) / span
            : last.number / elapsedSeconds);
  }
}
