package dev.uncork.diagnosis.curve;

import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Experiment;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Samples;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/**
 * What each method of the application cost per unit of work on some number of cores.
 *
 * <p>Samples tell how threads' time in Java was divided; they aren't weighted by CPU time, so the
 * shares of a number of cores divide the CPU time measured there.
 */
final class CodeCosts {
  private final Map<String, Code> codes = new LinkedHashMap<>();
  private final double perSample;
  private final long samples;

  /** The samples of one method. */
  static final class Code {
    private final List<Samples.Counted> stacks = new ArrayList<>();
    private long samples;

    /** The most frequent stack, innermost frame first. */
    List<Frame> stack() {
      return stacks.stream()
          .max(Comparator.comparingLong(Samples.Counted::count))
          .map(Samples.Counted::frames)
          .orElse(List.of());
    }

    /** Samples whose stacks are such. */
    long samples(Predicate<List<Frame>> such) {
      return stacks.stream()
          .filter(counted -> such.test(counted.frames()))
          .mapToLong(Samples.Counted::count)
          .sum();
    }

    private void add(Samples.Counted counted) {
      samples += counted.count();
      stacks.add(counted);
    }
  }

  /** Of the windows on one number of cores. */
  CodeCosts(List<Experiment.Window> windows, ToDoubleFunction<Experiment.Window> amount) {
    double cpu = 0;
    double work = 0;
    Map<List<Frame>, Long> stacks = new LinkedHashMap<>();
    for (Experiment.Window window : windows) {
      if (amount.applyAsDouble(window) <= 0) {
        continue; // Nothing was counted by then.
      }
      cpu += window.cpuNanos();
      work += amount.applyAsDouble(window);
      for (Samples.Counted counted : window.samples()) {
        stacks.merge(counted.frames(), counted.count(), Long::sum);
      }
    }
    List<Samples.Counted> all = new ArrayList<>();
    stacks.forEach((stack, times) -> all.add(new Samples.Counted(stack, times)));
    samples = add(all);
    perSample = samples == 0 || work <= 0 ? 0 : cpu / work / samples;
  }

  /** Of samples of which nothing but their number is known. */
  CodeCosts(List<Samples.Counted> counted) {
    samples = add(counted);
    perSample = 0;
  }

  private long add(List<Samples.Counted> counted) {
    counted.forEach(one -> codes.computeIfAbsent(method(one.frames()), key -> new Code()).add(one));
    return counted.stream().mapToLong(Samples.Counted::count).sum();
  }

  /** The method of the application that a stack is in; of the JDK where none is. */
  static String method(List<Frame> stack) {
    return CodeOrigin.site(stack).map(Frame::qualifiedMethod).orElse("");
  }

  Map<String, Code> codes() {
    return codes;
  }

  long samples() {
    return samples;
  }

  long samples(String method) {
    Code code = codes.get(method);
    return code == null ? 0 : code.samples;
  }

  /** CPU time per unit of work that went to a method. */
  double cost(String method) {
    return samples(method) * perSample;
  }

  /** CPU time per unit of work of all code. */
  double cost() {
    return samples * perSample;
  }

  /** Variance of {@link #cost(String)}, as far as samples are a matter of chance. */
  double variance(String method) {
    return Math.max(1, samples(method)) * perSample * perSample;
  }
}
