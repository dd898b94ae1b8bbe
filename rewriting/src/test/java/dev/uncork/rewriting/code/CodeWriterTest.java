package dev.uncork.rewriting.code;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.Jdk;
import java.net.URI;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
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
            assertThat(read(written, 0).version).isEqualTo(read(original, 0).version);
            classes++;
          }
        }
      }
    }
    assertThat(classes).isGreaterThan(300);
  }

  private static byte[] withoutFrames(byte[] original) {
    CodeWriter writer = new CodeWriter();
    read(original, ClassReader.SKIP_FRAMES).accept(writer);
    return writer.toByteArray();
  }

  /** Values that the stack of each method may hold, as its class file says. */
  private static Map<String, Integer> stacks(byte[] file) {
    return read(file, 0).methods.stream()
        .collect(Collectors.toMap(method -> method.name + method.desc, method -> method.maxStack));
  }

  private static ClassNode read(byte[] file, int options) {
    ClassNode type = new ClassNode();
    new ClassReader(file).accept(type, options);
    return type;
  }
}
