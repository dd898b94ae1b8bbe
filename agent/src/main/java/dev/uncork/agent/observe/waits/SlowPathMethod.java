package dev.uncork.agent.observe.waits;

import java.util.Set;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.Type;
import org.objectweb.asm.commons.LocalVariablesSorter;

/** Inserts the hooks into one slow path. */
final class SlowPathMethod extends LocalVariablesSorter {
  private static final String HOOKS = "dev/uncork/boot/collect/ParkHooks";
  private static final Set<String> PARKS = Set.of("park", "parkNanos", "parkUntil");
  private static final int NODE_SLOT = 1;

  private final String owner;
  private final SlowPath path;
  private final int sharedSlot;
  private final Runnable onOddShape;
  private int start = -1;
  private int parks;
  private int ends;

  SlowPathMethod(
      MethodVisitor next,
      int access,
      String descriptor,
      String owner,
      SlowPath path,
      Runnable onOddShape) {
    super(Opcodes.ASM9, access, descriptor, next);
    this.owner = owner;
    this.path = path;
    this.onOddShape = onOddShape;
    // acquire(Node node, int|long arg, boolean shared, ...)
    this.sharedSlot =
        path == SlowPath.ACQUIRE ? 2 + Type.getArgumentTypes(descriptor)[1].getSize() : -1;
  }

  @Override
  public void visitCode() {
    super.visitCode();
    start = newLocal(Type.LONG_TYPE);
    mv.visitInsn(Opcodes.LCONST_0);
    mv.visitVarInsn(Opcodes.LSTORE, start);
  }

  @Override
  public void visitMethodInsn(
      int opcode, String callee, String name, String descriptor, boolean isInterface) {
    if (parks(callee, name)) {
      parks++;
      mv.visitVarInsn(Opcodes.LLOAD, start);
      hook("beforePark", "(J)J");
      mv.visitVarInsn(Opcodes.LSTORE, start);
    } else if (path == SlowPath.AWAIT && (name.equals("acquire") || name.equals("reacquire"))) {
      ends++;
      String outer = owner.substring(0, owner.indexOf('$'));
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitFieldInsn(Opcodes.GETFIELD, owner, "this$0", "L" + outer + ";");
      mv.visitVarInsn(Opcodes.LLOAD, start);
      hook("awaited", "(Ljava/lang/Object;J)V");
    }
    super.visitMethodInsn(opcode, callee, name, descriptor, isInterface);
  }

  @Override
  public void visitInsn(int opcode) {
    if (opcode == Opcodes.IRETURN && path == SlowPath.ACQUIRE) {
      ends++;
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitVarInsn(Opcodes.ALOAD, NODE_SLOT);
      mv.visitVarInsn(Opcodes.LLOAD, start);
      mv.visitVarInsn(Opcodes.ILOAD, sharedSlot);
      hook("acquired", "(ILjava/lang/Object;Ljava/lang/Object;JZ)I");
    } else if (opcode == Opcodes.LRETURN && path != SlowPath.AWAIT) {
      ends++;
      mv.visitVarInsn(Opcodes.ALOAD, 0);
      mv.visitVarInsn(Opcodes.LLOAD, start);
      mv.visitInsn(path == SlowPath.STAMPED_READ ? Opcodes.ICONST_1 : Opcodes.ICONST_0);
      hook("stamped", "(JLjava/lang/Object;JZ)J");
    }
    super.visitInsn(opcode);
  }

  @Override
  public void visitEnd() {
    if (parks == 0 || ends == 0 || (path == SlowPath.AWAIT && ends != 1)) {
      onOddShape.run();
    }
    super.visitEnd();
  }

  private static boolean parks(String callee, String name) {
    return (callee.equals("java/util/concurrent/locks/LockSupport") && PARKS.contains(name))
        || (callee.endsWith("$ConditionNode") && name.equals("block"))
        || (callee.equals("java/util/concurrent/ForkJoinPool") && name.equals("managedBlock"));
  }

  private void hook(String name, String descriptor) {
    mv.visitMethodInsn(Opcodes.INVOKESTATIC, HOOKS, name, descriptor, false);
  }
}
