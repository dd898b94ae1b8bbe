package dev.uncork.rewriting.code;

import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;

/**
 * A writer of class files that finds out how large stacks become by following the code.
 *
 * <p>ASM does so only for old class files. From version 51 on it believes the stack map frames, and
 * where a method has none, it counts on from the instruction before, whatever jumps there: a
 * handler of an exception then begins with an empty stack, and all that comes after it has room for
 * one value less than it needs. That corrupts the interpreter's stack and crashes the C2 compiler.
 * And the JVM keeps no frames of classes that it doesn't verify, those of the JDK foremost: what it
 * hands out to be retransformed is without ({@code ClassFileParser::parse_stackmap_table}). So ASM
 * is told an old version, and the file gets its own one back.
 */
public final class CodeWriter extends ClassVisitor {
  /** The last version for which ASM follows the code. */
  private static final int FOLLOWED = Opcodes.V1_6;

  private static final int VERSION_OFFSET = 4;

  private final ClassWriter writer;
  private int version;

  /** For a class file that is new. */
  public CodeWriter() {
    this(new ClassWriter(ClassWriter.COMPUTE_MAXS));
  }

  /** For one whose constants keep their places. */
  public CodeWriter(ClassReader original) {
    this(new ClassWriter(original, ClassWriter.COMPUTE_MAXS));
  }

  private CodeWriter(ClassWriter writer) {
    super(Opcodes.ASM9, writer);
    this.writer = writer;
  }

  @Override
  public void visit(
      int version,
      int access,
      String name,
      @Nullable String signature,
      @Nullable String superName,
      String @Nullable [] interfaces) {
    this.version = version;
    int told = Math.min(version & 0xFFFF, FOLLOWED);
    super.visit(told, access, name, signature, superName, interfaces);
  }

  /** The class file of what was visited. */
  public byte[] toByteArray() {
    byte[] file = writer.toByteArray();
    ByteBuffer.wrap(file).putInt(VERSION_OFFSET, version);
    return file;
  }
}
