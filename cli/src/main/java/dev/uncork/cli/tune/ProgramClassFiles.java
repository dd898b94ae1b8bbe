package dev.uncork.cli.tune;

import dev.uncork.diagnosis.lever.ProgramCode;
import dev.uncork.recording.Frame;
import dev.uncork.rewriting.counter.CounterExplanation;
import dev.uncork.rewriting.lock.ClassPath;
import dev.uncork.rewriting.lock.GateRewriter;
import dev.uncork.rewriting.lock.LockExplanation;
import java.io.File;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What a program's class files allow to be done to its locks; looked at for hot locks only. */
final class ProgramClassFiles implements ProgramCode {
  private final String classPath;
  private final SynchronizedMethods synchronizedMethods;
  private final Map<String, Boolean> counters = new HashMap<>();
  private final Map<String, Boolean> gates = new HashMap<>();

  ProgramClassFiles(List<Path> classPath) {
    this.classPath =
        classPath.stream()
            .filter(entry -> entry.toFile().exists())
            .map(Path::toString)
            .collect(Collectors.joining(File.pathSeparator));
    this.synchronizedMethods = new SynchronizedMethods(classPath);
  }

  @Override
  public boolean synchronizedMethod(Frame frame) {
    return synchronizedMethods.contains(frame);
  }

  @Override
  public boolean counts(String className) {
    return counters.computeIfAbsent(className, name -> asked(name, ProgramClassFiles::onlyCounts));
  }

  @Override
  public boolean canQueueBefore(String className) {
    return gates.computeIfAbsent(className, name -> asked(name, ProgramClassFiles::takesGate));
  }

  private interface Question {
    boolean answer(String className, ClassPath path);
  }

  /** Classes of the JDK are left as they are: not only this program's locks depend on them. */
  private boolean asked(String className, Question question) {
    if (classPath.isEmpty() || className.isEmpty() || className.startsWith("java.")) {
      return false;
    }
    try (ClassPath path = ClassPath.open(classPath)) {
      return question.answer(className, path);
    } catch (IOException | RuntimeException e) {
      // A jar that can't be read or a class of an unknown format: then nothing is promised.
      return false;
    }
  }

  private static boolean onlyCounts(String className, ClassPath path) {
    LockExplanation lock = LockExplanation.of(className, path);
    CounterExplanation counter = lock == null ? null : CounterExplanation.of(path, lock);
    return counter != null && counter.eligible();
  }

  private static boolean takesGate(String className, ClassPath path) {
    String name = className.replace('.', '/');
    byte[] bytes = path.bytes(name);
    return bytes != null && new GateRewriter(path, name::equals).rewrite(bytes).bytes() != null;
  }
}
