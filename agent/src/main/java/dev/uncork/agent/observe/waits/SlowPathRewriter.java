package dev.uncork.agent.observe.waits;

import dev.uncork.rewriting.code.CodeWriter;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Rewrites one class of slow paths, or says why it cannot.
 *
 * <p>Only straight-line code is inserted: one local variable set to 0 on entry, and calls of {@code
 * dev.uncork.boot.collect.ParkHooks}. So the frames of the original stay right but for the new
 * variable, no class is loaded to merge types, and no field or method is added, which a
 * retransformation could not do.
 */
final class SlowPathRewriter extends ClassVisitor {
  /** The JDK's code has a shape that the rewriter does not know. */
  static final class UnknownShape extends Exception {
    private static final long serialVersionUID = 1L;

    UnknownShape(String message) {
      super(message);
    }
  }

  private final SlowPathClass target;
  private final Set<String> missing;
  private final Set<String> odd = new TreeSet<>();

  private SlowPathRewriter(ClassVisitor next, SlowPathClass target) {
    super(Opcodes.ASM9, next);
    this.target = target;
    this.missing = new TreeSet<>(target.methods().keySet());
  }

  /** The rewritten class file. */
  static byte[] rewrite(byte[] original, SlowPathClass target) throws UnknownShape {
    ClassReader reader = new ClassReader(original);
    CodeWriter writer = new CodeWriter(reader);
    SlowPathRewriter rewriter = new SlowPathRewriter(writer, target);
    reader.accept(rewriter, ClassReader.EXPAND_FRAMES);
    if (!rewriter.missing.isEmpty() || !rewriter.odd.isEmpty()) {
      throw new UnknownShape(
          target.binaryName()
              + " differs from JDK 17 to 25: "
              + (rewriter.missing.isEmpty()
                  ? "no park or return where expected in " + rewriter.odd
                  : "missing " + rewriter.missing));
    }
    return writer.toByteArray();
  }

  @Override
  public MethodVisitor visitMethod(
      int access,
      String name,
      String descriptor,
      @Nullable String signature,
      String @Nullable [] exceptions) {
    MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
    Map<String, SlowPath> methods = target.methods();
    SlowPath path = methods.get(name + descriptor);
    if (path == null || (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_STATIC)) != 0) {
      return next;
    }
    missing.remove(name + descriptor);
    return new SlowPathMethod(
        next, access, descriptor, target.internalName(), path, () -> odd.add(name + descriptor));
  }
}
