package dev.uncork.recording.read;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Note;
import dev.uncork.recording.jfr.CompilerOptions;
import dev.uncork.recording.jfr.EventFields;
import dev.uncork.recording.jfr.HeapTable;
import dev.uncork.recording.jfr.SafepointTable;
import dev.uncork.recording.jvm.InterpretedCode;
import dev.uncork.recording.jvm.JvmActivity;
import dev.uncork.recording.parse.JfrEvent;
import dev.uncork.recording.parse.JfrStack;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** What the JVM itself did, while a recording is read. */
final class JvmTable {
  private static final String TOLD_CPUS = "-XX:ActiveProcessorCount=";

  /** Time in which nearly all code that turns out to be hot has been compiled. */
  private static final long WARM_UP_MILLIS = 3000;

  /** Of so many samples in a method that isn't compiled, one may be told of compiled code. */
  private static final int RARELY = 20;

  private long fewestThrowables = Long.MAX_VALUE;
  private long mostThrowables = -1;
  private long codeCacheFull;
  private long samples;
  private String option = "";
  private String told = "";
  private final Map<MethodName, Ways> methods = new HashMap<>();

  private record MethodName(String type, String name) {
    Frame frame() {
      return new Frame(type, name, "", 0);
    }
  }

  /** In how many samples a method ran in which way. */
  private static final class Ways {
    private long interpreted;
    private long compiled;
  }

  /** An event of kind {@code jdk.ExceptionStatistics}, which counts since the JVM began. */
  void exceptions(JfrEvent event) {
    long count = EventFields.number(event, "throwables", -1);
    if (count >= 0) {
      fewestThrowables = Math.min(fewestThrowables, count);
      mostThrowables = Math.max(mostThrowables, count);
    }
  }

  /** An event of kind {@code jdk.CodeCacheFull}. */
  void codeCacheFull() {
    codeCacheFull = Math.max(1, codeCacheFull);
  }

  /** An event of kind {@code jdk.CodeCacheStatistics}, which counts since the JVM began. */
  void codeCache(JfrEvent event) {
    codeCacheFull = Math.max(codeCacheFull, EventFields.number(event, "fullCount", 0));
  }

  /** An event of kind {@code jdk.JVMInformation}. */
  void information(JfrEvent event) {
    information(EventFields.text(event, "jvmArguments"));
  }

  /** What the JVM was started with, separated by blanks. */
  void information(String arguments) {
    option = CompilerOptions.limiting(arguments);
    for (String argument : arguments.split(" ")) {
      told = argument.startsWith(TOLD_CPUS) ? argument : told;
    }
  }

  /** The option that told the JVM of fewer CPUs than the machine has. */
  Optional<Note> toldCpus(int cpus) {
    try {
      int number = told.isEmpty() ? 0 : Integer.parseInt(told.substring(TOLD_CPUS.length()));
      return number > 0 && number < cpus
          ? Optional.of(new Note.ToldCpus(told, cpus))
          : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** A sample of a running thread. */
  void sample(JfrEvent event, long atMillis) {
    JfrStack stack = event.stack();
    if (!stack.frames().isEmpty()) {
      Frame innermost = stack.frames().get(0);
      boolean interpreted = stack.innermostCode().equals("Interpreted");
      sample(innermost.className(), innermost.method(), interpreted, atMillis);
    }
  }

  void sample(String className, String method, boolean interpreted, long atMillis) {
    if (atMillis >= WARM_UP_MILLIS) {
      Ways ways = methods.computeIfAbsent(new MethodName(className, method), key -> new Ways());
      samples++;
      ways.interpreted += interpreted ? 1 : 0;
      ways.compiled += interpreted ? 0 : 1;
    }
  }

  InterpretedCode interpreted() {
    long all = methods.values().stream().mapToLong(ways -> ways.interpreted).sum();
    Optional<Map.Entry<MethodName, Ways>> most =
        methods.entrySet().stream()
            .filter(entry -> entry.getValue().compiled * RARELY <= entry.getValue().interpreted)
            .max(Comparator.comparingLong(entry -> entry.getValue().interpreted));
    double one = 1.0 / Math.max(1, samples);
    return new InterpretedCode(
        samples,
        one * all,
        most.map(entry -> entry.getKey().frame().toString()).orElse(""),
        most.map(entry -> one * entry.getValue().interpreted).orElse(0.0),
        option);
  }

  JvmActivity activity(SafepointTable safepoints, HeapTable heap) {
    long throwables = mostThrowables < 0 ? -1 : mostThrowables - fewestThrowables;
    return new JvmActivity(
        throwables, codeCacheFull, interpreted(), safepoints.operations(), heap.use());
  }
}
