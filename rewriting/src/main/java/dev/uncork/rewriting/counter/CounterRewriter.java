package dev.uncork.rewriting.counter;

import dev.uncork.rewriting.code.CodeWriter;
import dev.uncork.rewriting.lock.ClassSource;
import dev.uncork.rewriting.lock.Reason;
import dev.uncork.rewriting.lock.SerialForm;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodNode;

/**
 * Rewrites a class whose synchronized methods and blocks are all operations on counters: those on
 * its objects' monitors, those on its own, or both.
 */
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
   * @param against why it isn't; where the static counters are and the objects' aren't, or the
   *     other way round, why those others aren't
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
    CounterPlan own = CounterPlan.of(type, source, hooked, spread);
    CounterPlan statics = CounterPlan.ofStatics(type, source);
    List<Reason> against = new ArrayList<>();
    List<Reason> operations = new ArrayList<>();
    boolean some = own.against().isEmpty() || statics.against().isEmpty();
    for (CounterPlan plan : List.of(own, statics)) {
      if (!some || plan.against().isEmpty()) {
        operations.addAll(operations(type, plan));
      }
      if (!plan.sections().isEmpty()) {
        against.addAll(plan.against());
      }
    }
    if (operations.isEmpty()) {
      against.addAll(own.against()); // There are no counters at all.
    }
    return new Result(
        some ? written(reader, type, own, statics) : null, operations, List.copyOf(against));
  }

  private byte[] written(ClassReader reader, ClassNode type, CounterPlan own, CounterPlan statics) {
    ClassNode kept = SerialForm.keep(reader, type, source);
    if (own.against().isEmpty()) {
      new AtomicSections(
              kept, kept == type ? own : CounterPlan.of(kept, source, hooked, spread), spread)
          .write();
    }
    if (statics.against().isEmpty()) {
      new StaticSections(kept, kept == type ? statics : CounterPlan.ofStatics(kept, source))
          .write();
    }
    CodeWriter writer = new CodeWriter();
    kept.accept(writer);
    return writer.toByteArray();
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
