package dev.uncork.diagnosis;

import dev.uncork.diagnosis.Diagnosis.Evidence;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import dev.uncork.recording.Snapshot;
import dev.uncork.recording.ThreadSample;
import dev.uncork.recording.jvm.InterpretedCode;
import dev.uncork.recording.jvm.JvmActivity;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** CPU time that goes to the JVM's own work: to exceptions, and to code that isn't compiled. */
final class JvmFindings {
  /** Share of the CPU time below which exceptions aren't worth a word. */
  private static final double MIN_EXCEPTIONS = 0.1;

  /** Exceptions a second below which none of them costs that much. */
  private static final double MIN_RATE = 200;

  private static final double MIN_INTERPRETED = 0.2;

  /** The same of all code together, where no single method has so much. */
  private static final double NEARLY_ALL = 0.9;

  private static final long MIN_SAMPLES = 50;

  /** How many times as long interpreted code takes, at least, as compiled code does. */
  private static final double INTERPRETED_COSTS = 5;

  private JvmFindings() {}

  static List<Finding> of(Evidence evidence) {
    List<Finding> result = new ArrayList<>();
    exceptions(evidence).ifPresent(result::add);
    interpreted(evidence).ifPresent(result::add);
    return result;
  }

  private static Optional<Finding> exceptions(Evidence evidence) {
    double running = 0;
    double throwing = 0;
    Map<String, Double> types = new HashMap<>();
    Map<Frame, Double> sites = new HashMap<>();
    for (Snapshot snapshot : evidence.recording().snapshots()) {
      for (ThreadSample thread : snapshot.threads()) {
        if (thread.state() != Thread.State.RUNNABLE || thread.cpuShare() <= 0) {
          continue;
        }
        double cpu = thread.cpuShare() * thread.weight();
        running += cpu;
        Optional<String> type = thrown(thread.stack());
        if (type.isPresent()) {
          throwing += cpu;
          types.merge(type.get(), cpu, Double::sum);
          CodeOrigin.site(thread.stack()).ifPresent(at -> sites.merge(at, cpu, Double::sum));
        }
      }
    }
    long made = evidence.recording().jvm().throwables();
    double rate = made < 0 ? -1 : made / Math.max(1e-9, evidence.runSeconds());
    double share = running == 0 ? 0 : throwing / running;
    if (share < MIN_EXCEPTIONS || made >= 0 && rate < MIN_RATE) {
      return Optional.empty();
    }
    return Optional.of(
        new Finding.Exceptions(
            top(types).orElse(""), top(sites), rate, share, share * evidence.cores().busyShare()));
  }

  /** Class of the exception that a thread makes at the moment. */
  private static Optional<String> thrown(List<Frame> stack) {
    if (stack.isEmpty() || !stack.get(0).className().equals("java.lang.Throwable")) {
      return Optional.empty();
    }
    String type = "";
    for (Frame frame : stack) {
      boolean making =
          frame.className().equals("java.lang.Throwable") || frame.method().equals("<init>");
      if (!making) {
        break;
      }
      type = frame.className();
    }
    return Optional.of(type);
  }

  private static <T> Optional<T> top(Map<T, Double> weights) {
    return weights.entrySet().stream().max(Map.Entry.comparingByValue()).map(Map.Entry::getKey);
  }

  private static Optional<Finding> interpreted(Evidence evidence) {
    JvmActivity jvm = evidence.recording().jvm();
    InterpretedCode code = jvm.interpreted();
    boolean full = jvm.codeCacheFull() > 0;
    boolean oneMethod = code.mostShare() >= MIN_INTERPRETED;
    boolean stays = code.samples() >= MIN_SAMPLES && (oneMethod || code.share() >= NEARLY_ALL);
    if (code.share() < MIN_INTERPRETED || !full && !stays) {
      return Optional.empty();
    }
    double saved = code.share() * (1 - 1 / INTERPRETED_COSTS) * evidence.cores().busyShare();
    return Optional.of(new Finding.Interpreted(full, code, saved));
  }
}
