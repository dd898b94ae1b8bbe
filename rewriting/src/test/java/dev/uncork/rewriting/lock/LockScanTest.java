package dev.uncork.rewriting.lock;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.tree.AbstractInsnNode;
import org.objectweb.asm.tree.ClassNode;
import org.objectweb.asm.tree.MethodInsnNode;
import org.objectweb.asm.tree.MethodNode;

/** The quick look misses nothing that the rewriter would find, in the whole JDK. */
class LockScanTest {
  @Test
  void missesNothing() throws Exception {
    int[] counts = new int[2];
    try (ClassPath path = ClassPath.open("")) {
      path.forEachOfJdk(
          "java.base",
          bytes -> {
            boolean uses = usesMonitors(bytes);
            boolean may = LockScan.mayLock(bytes);
            assertThat(may || !uses).as(new ClassReader(bytes).getClassName()).isTrue();
            counts[may ? 1 : 0]++;
          });
    }
    assertThat(counts[0]).as("classes spared").isGreaterThan(5 * counts[1]);
  }

  @Test
  void leavesADamagedFileToOthers() {
    assertThat(LockScan.mayLock(new byte[] {1, 2, 3})).isTrue();
  }

  private static boolean usesMonitors(byte[] bytes) {
    ClassNode type = new ClassNode();
    new ClassReader(bytes).accept(type, ClassReader.SKIP_FRAMES | ClassReader.SKIP_DEBUG);
    if (Eligibility.hasSynchronizedMethods(type)) {
      return true;
    }
    for (MethodNode method : type.methods) {
      for (AbstractInsnNode instruction : method.instructions) {
        MonitorUse use = MonitorUse.of(instruction);
        if (use != MonitorUse.NONE && !isArrayClone(instruction)) {
          return true;
        }
      }
    }
    return false;
  }

  private static boolean isArrayClone(AbstractInsnNode instruction) {
    return instruction instanceof MethodInsnNode call && call.owner.startsWith("[");
  }
}
