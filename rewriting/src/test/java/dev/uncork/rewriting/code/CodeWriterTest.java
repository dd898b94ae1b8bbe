package dev.uncork.rewriting.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.Jdk;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.tree.ClassNode;

/** What the JVM hands out of its own classes has no stack map frames. */
class CodeWriterTest {
  private static final List<String> PACKAGES =
      List.of("java/util/concurrent", "java/util/concurrent/locks", "java/io", "sun/nio/ch");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void stacksHaveRoomForAllThatTheCodeNeedsWithoutFrames(Jdk jdk) throws Exception {
    int classes = 0;
    try (FileSystem modules =
        FileSystems.newFileSystem(
            URI.create("jrt:/"), Map.of("java.home", jdk.home().toString()))) {
      for (String name : PACKAGES) {
        try (Stream<Path> files = Files.list(modules.getPath("modules/java.base/" + name))) {
          for (Path file : files.filter(f -> f.toString().endsWith(".class")).toList()) {
            byte[] original = Files.readAllBytes(file);
            byte[] written = withoutFrames(original);
            assertThat(stacks(written)).as(file.toString()).isEqualTo(stacks(original));
            assertThat(new ClassReader(written).readInt(4)).isEqualTo(version(original));
            classes++;
          }
        }
      }
    }
    assertThat(classes).isGreaterThan(300);
  }

  private static byte[] withoutFrames(byte[] original) {
    ClassNode type = new ClassNode();
    new ClassReader(original).accept(type, ClassReader.SKIP_FRAMES);
    CodeWriter writer = new CodeWriter();
    type.accept(writer);
    return writer.toByteArray();
  }

  private static int version(byte[] file) {
    return new ClassReader(file).readInt(4);
  }

  /** Values that the stack of each method may hold, as its class file says. */
  private static Map<String, Integer> stacks(byte[] file) {
    Map<String, Integer> stacks = new HashMap<>();
    new ClassReader(file)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access,
                  String name,
                  String descriptor,
                  @Nullable String signature,
                  String @Nullable [] exceptions) {
                return new MethodVisitor(Opcodes.ASM9) {
                  @Override
                  public void visitMaxs(int maxStack, int maxLocals) {
                    stacks.put(name + descriptor, maxStack);
                  }
                };
              }
            },
            0);
    return stacks;
  }
}
