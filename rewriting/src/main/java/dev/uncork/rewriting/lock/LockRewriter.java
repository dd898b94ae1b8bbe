package dev.uncork.rewriting.lock;

import dev.uncork.rewriting.code.CodeWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;

/**
 * Rewrites one class for lock reservation: its synchronized methods where it was selected and is
 * eligible, and in any case every other place that may use the monitor of a reserved object.
 */
public final class LockRewriter {
  private final ClassSource source;
  private final Predicate<String> selected;
  private final Eligibility eligibility;
  private final boolean classes;

  /**
   * Rewrites nothing yet.
   *
   * @param source of superclasses
   * @param selected which classes to reserve, by internal name
   * @param reachable which classes are rewritten at all when they are loaded, by internal name
   */
  public LockRewriter(ClassSource source, Predicate<String> selected, Predicate<String> reachable) {
    this(source, selected, reachable, false);
  }

  /**
   * Rewrites nothing yet.
   *
   * @param source of superclasses
   * @param selected which classes to reserve, by internal name
   * @param reachable which classes are rewritten at all when they are loaded, by internal name
   * @param classes whether to hook blocks on class constants, for static counters
   */
  public LockRewriter(
      ClassSource source,
      Predicate<String> selected,
      Predicate<String> reachable,
      boolean classes) {
    this.classes = classes;
    this.source = source;
    this.selected = selected;
    this.eligibility = new Eligibility(source, name -> reachable.test(name) && selected.test(name));
  }

  /**
   * What became of a class.
   *
   * @param bytes the rewritten class, or null when it stays as it is
   * @param reserved the number of its synchronized methods that enter by a reservation now
   * @param hooked the number of other places that were hooked
   * @param against why its objects aren't reserved although it was selected, and methods that
   *     HotSpot won't compile any more since they were hooked
   */
  public record Result(byte @Nullable [] bytes, int reserved, int hooked, List<Reason> against) {}

  /** Rewrites a class; the input is not changed. */
  public Result rewrite(byte[] original) {
    ClassReader reader = new ClassReader(original);
    if ((reader.getAccess() & Opcodes.ACC_MODULE) != 0) {
      return new Result(null, 0, 0, List.of());
    }
    ClassNode type = new ClassNode();
    reader.accept(type, ClassReader.EXPAND_FRAMES);
    List<Reason> against = new ArrayList<>();
    boolean wanted = selected.test(type.name) && Eligibility.hasSynchronizedMethods(type);
    if (wanted) {
      against.addAll(eligibility.against(type));
    }
    HookRoom room = HookRoom.of(reader, type, classes);
    against.addAll(room.against());
    boolean reserve = wanted && against.isEmpty();
    int methods =
        (int) type.methods.stream().filter(ReservedMethods::isSynchronizedInstance).count();
    if (reserve) {
      type = SerialForm.keep(reader, type, source);
      room = HookRoom.of(reader, type, classes);
    }
    int hooked = SiteHooks.insert(type, room.needless(), classes);
    if (reserve) {
      ReservedMethods.rewrite(type);
    }
    if (!reserve && hooked == 0) {
      return new Result(null, 0, 0, against);
    }
    return new Result(write(reader, type), reserve ? methods : 0, hooked, against);
  }

  /** Constants keep their places, so that code that loads them gets no longer. */
  private static byte[] write(ClassReader reader, ClassNode type) {
    CodeWriter writer = new CodeWriter(reader);
    type.accept(writer);
    return writer.toByteArray();
  }

  /**
   * Hooks one class whose members may not change, because it was loaded before.
   *
   * @param classes whether to hook blocks on class constants, for static counters
   * @return null when there is nothing to hook
   */
  public static byte @Nullable [] hookOnly(byte[] original, boolean classes) {
    ClassReader reader = new ClassReader(original);
    ClassNode type = new ClassNode();
    reader.accept(type, ClassReader.EXPAND_FRAMES);
    Set<AbstractInsnNode> needless = HookRoom.of(reader, type, classes).needless();
    return SiteHooks.insert(type, needless, classes) == 0 ? null : write(reader, type);
  }
}
