package dev.uncork.testsupport;

import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Makes a class that may lock anything and has no room for hooks. */
public final class UnhookableClass {
  /** Its name. */
  public static final String NAME = "dev.uncork.agent.child.Unhookable";

  private static final int MOST_BYTES = 65_535;
  private static final int OTHER_BYTES = 5;

  private UnhookableClass() {}

  /** A class with a method that is as long as can be and locks what it is given. */
  public static byte[] file() {
    ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    String[] faces = {"java/util/function/Consumer"};
    type.visit(
        Opcodes.V17, Opcodes.ACC_PUBLIC, NAME.replace('.', '/'), null, "java/lang/Object", faces);
    MethodVisitor code = type.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    code = type.visitMethod(Opcodes.ACC_PUBLIC, "accept", "(Ljava/lang/Object;)V", null, null);
    code.visitVarInsn(Opcodes.ALOAD, 1);
    code.visitInsn(Opcodes.DUP);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitInsn(Opcodes.MONITOREXIT);
    for (int i = OTHER_BYTES; i < MOST_BYTES; i++) {
      code.visitInsn(Opcodes.NOP);
    }
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    return type.toByteArray();
  }
}
