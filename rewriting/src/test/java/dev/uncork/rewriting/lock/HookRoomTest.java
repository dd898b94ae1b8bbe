package dev.uncork.rewriting.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Label;
import org.objectweb.asm.MethodTooLargeException;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Methods that hooks would make longer than HotSpot compiles, or than a method may be. */
class HookRoomTest {
  private static final String NAME = "dev/uncork/rewriting/lock/Tight";
  private static final String OBJECT = "Ljava/lang/Object;";

  private static final int CONSTANTS = 300;

  /** Which of the class's methods. */
  private static final int LOADS = 1;

  private static final int RUN = 3;

  @TempDir Path directory;

  @Test
  void classIsRefusedWhereAHookMakesAMethodTooLongForTheCompilers() throws Exception {
    byte[] file = tight(7_998, false);
    LockRewriter.Result result = rewriter().rewrite(file);
    assertThat(result.reserved()).isZero();
    assertThat(result.hooked()).isEqualTo(1);
    String reason =
        "dev.uncork.rewriting.lock.Tight.run:7: its code of 7998 bytes would have 8002 with the"
            + " hooks, and HotSpot compiles 8000 at most";
    assertThat(result.against()).singleElement().hasToString(reason);
    assertThat(explained(file).against()).singleElement().hasToString(reason);
  }

  @Test
  void classIsReservedWhereThereIsRoomOrTheCompilersPassTheMethodByAnyway() throws Exception {
    for (int length : new int[] {7_996, 8_001}) {
      byte[] file = tight(length, false);
      LockRewriter.Result result = rewriter().rewrite(file);
      assertThat(result.reserved()).isEqualTo(1);
      assertThat(result.hooked()).isEqualTo(1);
      assertThat(explained(file).eligible()).isTrue();
    }
  }

  @Test
  void hookIsLeftOutBeforeABlockOnAnOwnObjectWhereThereIsNoRoom() throws Exception {
    byte[] file = tight(7_998, true);
    LockRewriter.Result result = rewriter().rewrite(file);
    assertThat(result.reserved()).isEqualTo(1);
    assertThat(result.hooked()).isZero();
    assertThat(explained(file).eligible()).isTrue();
    assertThat(rewriter().rewrite(tight(7_000, true)).hooked()).isEqualTo(1);
  }

  @Test
  void methodThatWouldBeLongerThanAMethodMayBeIsTold() throws Exception {
    byte[] file = tight(65_533, false);
    assertThatThrownBy(() -> rewriter().rewrite(file)).isInstanceOf(MethodTooLargeException.class);
    assertThat(explained(file).against())
        .singleElement()
        .asString()
        .contains("Tight.run:7: its code of 65533 bytes would have 65537 with the hooks, and a");
  }

  /** An index above 255 takes a byte more in the code: constants must keep theirs. */
  @Test
  void codeThatLoadsConstantsGetsNoLonger() {
    byte[] file = tight(7_996, false);
    byte[] rewritten = rewriter().rewrite(file).bytes();
    assertThat(rewritten).isNotNull();
    int[] before = HookRoom.codeLengths(new ClassReader(file));
    int[] after = HookRoom.codeLengths(new ClassReader(rewritten));
    assertThat(after[LOADS]).isEqualTo(before[LOADS]);
    assertThat(after[RUN]).isEqualTo(8_000);
  }

  private LockExplanation explained(byte[] file) throws Exception {
    Path at = directory.resolve(NAME + ".class");
    Files.createDirectories(at.getParent());
    Files.write(at, file);
    try (ClassPath path = ClassPath.open(directory.toString())) {
      LockExplanation explanation = LockExplanation.of(NAME.replace('/', '.'), path);
      assertThat(explanation).isNotNull();
      return explanation;
    }
  }

  private static LockRewriter rewriter() {
    return new LockRewriter(RewritingLoader::read, name -> true, name -> true);
  }

  /**
   * A class with a synchronized method, one that loads many constants, and one with a block.
   *
   * @param length of the code of the last
   * @param own whether its block is on an object that nobody else has, rather than on any object
   */
  private static byte[] tight(int length, boolean own) {
    ClassWriter type = new ClassWriter(ClassWriter.COMPUTE_MAXS);
    for (int i = 0; i < CONSTANTS; i++) {
      type.newConst("constant " + i); // Before all others.
    }
    type.visit(Opcodes.V17, Opcodes.ACC_PUBLIC, NAME, null, "java/lang/Object", null);
    type.visitField(Opcodes.ACC_PRIVATE | Opcodes.ACC_FINAL, "lock", OBJECT, null, null);
    MethodVisitor code = type.visitMethod(Opcodes.ACC_PUBLIC, "<init>", "()V", null, null);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    code.visitVarInsn(Opcodes.ALOAD, 0);
    code.visitTypeInsn(Opcodes.NEW, "java/lang/Object");
    code.visitInsn(Opcodes.DUP);
    code.visitMethodInsn(Opcodes.INVOKESPECIAL, "java/lang/Object", "<init>", "()V", false);
    code.visitFieldInsn(Opcodes.PUTFIELD, NAME, "lock", OBJECT);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    constants(type);
    int access = Opcodes.ACC_PUBLIC | Opcodes.ACC_SYNCHRONIZED;
    code = type.visitMethod(access, "locked", "()V", null, null);
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
    block(
        type.visitMethod(Opcodes.ACC_PUBLIC, "run", "(" + OBJECT + ")V", null, null), length, own);
    return type.toByteArray();
  }

  private static void constants(ClassWriter type) {
    MethodVisitor code = type.visitMethod(Opcodes.ACC_PUBLIC, "loads", "()V", null, null);
    for (int i = 0; i < CONSTANTS; i++) {
      code.visitLdcInsn("constant " + i);
      code.visitInsn(Opcodes.POP);
    }
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
  }

  private static void block(MethodVisitor code, int length, boolean own) {
    Label begin = new Label();
    code.visitLabel(begin);
    code.visitLineNumber(7, begin);
    code.visitVarInsn(Opcodes.ALOAD, own ? 0 : 1);
    if (own) {
      code.visitFieldInsn(Opcodes.GETFIELD, NAME, "lock", OBJECT);
    }
    code.visitInsn(Opcodes.DUP);
    code.visitInsn(Opcodes.MONITORENTER);
    code.visitInsn(Opcodes.MONITOREXIT);
    int without = own ? 8 : 5; // With the return.
    for (int i = without; i < length; i++) {
      code.visitInsn(Opcodes.NOP);
    }
    code.visitInsn(Opcodes.RETURN);
    code.visitMaxs(0, 0);
  }
}
