package dev.uncork.rewriting.counter;

import dev.uncork.rewriting.lock.ClassSource;
import dev.uncork.rewriting.lock.Reason;
import dev.uncork.rewriting.lock.SerialForm;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/** Rewrites a class whose synchronized methods and blocks are all operations on counters. */
public final class CounterRewriter {
  private final ClassSource source;
  private final Predicate<String> hooked;
  private final boolean spread;

  /**
   * Rewrites nothing yet.
   *
   * @param source of superclasses and nested classes
   * @param hooked the classes whose blocks are hooked when they are loaded, by internal name
   * @param spread whether counters are spread over a {@code LongAdder}, which adds faster and whose
   *     sum is no value of one moment
   */
  public CounterRewriter(ClassSource source, Predicate<String> hooked, boolean spread) {
    this.source = source;
    this.hooked = hooked;
    this.spread = spread;
  }

  /**
   * What became of a class.
   *
   * @param bytes the rewritten class, or null when it stays as it is
   * @param operations what is atomic now, or would be, with class, method and line; empty when the
   *     class has no synchronized counter
   * @param against why it isn't
   */
  public record Result(byte @Nullable [] bytes, List<Reason> operations, List<Reason> against) {}

  /** Rewrites a class; the input is not changed. */
  public Result rewrite(byte[] original) {
    ClassReader reader = new ClassReader(original);
    if ((reader.getAccess() & (Opcodes.ACC_MODULE | Opcodes.ACC_INTERFACE)) != 0) {
      return new Result(null, List.of(), List.of());
    }
    ClassNode type = new ClassNode();
    reader.accept(type, ClassReader.EXPAND_FRAMES);
    if (type.methods.stream().noneMatch(CounterRewriter::takesMonitors)) {
      return new Result(null, List.of(), List.of(Reason.about(type, "it locks nothing")));
    }
    CounterPlan plan = CounterPlan.of(type, source, hooked, spread);
    List<Reason> operations = operations(type, plan);
    if (!plan.against().isEmpty()) {
      return new Result(null, operations, plan.against());
    }
    ClassNode kept = SerialForm.keep(reader, type, source);
    CounterPlan again = kept == type ? plan : CounterPlan.of(kept, source, hooked, spread);
    new AtomicSections(kept, again, spread).write();
    ClassWriter writer = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    kept.accept(writer);
    return new Result(writer.toByteArray(), operations, List.of());
  }

  private static List<Reason> operations(ClassNode type, CounterPlan plan) {
    return plan.sections().stream()
        .map(s -> Reason.at(type, s.method(), s.code().get(0), s.operation().text()))
        .toList();
  }

  private static boolean takesMonitors(MethodNode method) {
    if ((method.access & Opcodes.ACC_SYNCHRONIZED) != 0) {
      return true;
    }
    for (AbstractInsnNode instruction : method.instructions) {
      if (instruction.getOpcode() == Opcodes.MONITORENTER) {
        return true;
      }
    }
    return false;
  }
}
