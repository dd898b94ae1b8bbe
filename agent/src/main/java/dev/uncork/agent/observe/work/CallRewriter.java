package dev.uncork.agent.observe.work;

import dev.uncork.rewriting.code.CodeWriter;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/**
 * Puts a call of {@code dev.uncork.boot.work.CallHooks} at the beginning of some methods of a
 * class. Nothing but method bodies changes, and frames stay right, since straight-line code is put
 * before all else.
 */
final class CallRewriter {
  static final String HOOKS = "dev.uncork.boot.work.CallHooks";

  private CallRewriter() {}

  /**
   * Rewrites a class.
   *
   * @param sites number by name of each method to be counted; those of one name share one
   * @return the class file, or an empty array if it has none of them
   */
  static byte[] rewrite(byte[] original, Map<String, Integer> sites) {
    ClassReader reader = new ClassReader(original);
    CodeWriter writer = new CodeWriter(reader);
    Counting counting = new Counting(writer, sites);
    reader.accept(counting, 0);
    return counting.changed ? writer.toByteArray() : new byte[0];
  }

  private static final class Counting extends ClassVisitor {
    private final Map<String, Integer> sites;
    boolean changed;

    Counting(ClassVisitor next, Map<String, Integer> sites) {
      super(Opcodes.ASM9, next);
      this.sites = sites;
    }

    @Override
    public @Nullable MethodVisitor visitMethod(
        int access,
        String name,
        String descriptor,
        @Nullable String signature,
        String @Nullable [] exceptions) {
      MethodVisitor next = super.visitMethod(access, name, descriptor, signature, exceptions);
      Integer site = sites.get(name);
      boolean hasNoCode = (access & (Opcodes.ACC_ABSTRACT | Opcodes.ACC_NATIVE)) != 0;
      boolean isBridge = (access & Opcodes.ACC_BRIDGE) != 0;
      if (site == null || hasNoCode || isBridge) {
        return next;
      }
      changed = true;
      return new MethodVisitor(Opcodes.ASM9, next) {
        @Override
        public void visitCode() {
          super.visitCode();
          visitLdcInsn(site);
          visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS.replace('.', '/'), "called", "(I)V", false);
        }
      };
    }
  }
}
