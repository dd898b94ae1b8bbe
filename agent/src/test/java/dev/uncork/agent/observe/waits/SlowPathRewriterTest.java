package dev.uncork.agent.observe.waits;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.testsupport.Jdk;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.Opcodes;
import org.objectweb.asm.util.CheckClassAdapter;

/** The rewritten classes are valid, and unknown ones are refused. */
final class SlowPathRewriterTest {
  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void rewrittenClassesVerify(Jdk jdk) throws Exception {
    try (FileSystem modules =
        FileSystems.newFileSystem(
            URI.create("jrt:/"), Map.of("java.home", jdk.home().toString()))) {
      for (SlowPathClass target : SlowPathClass.ALL) {
        Path file = modules.getPath("modules/java.base/" + target.internalName() + ".class");
        byte[] rewritten = SlowPathRewriter.rewrite(Files.readAllBytes(file), target);
        StringWriter problems = new StringWriter();
        CheckClassAdapter.verify(new ClassReader(rewritten), false, new PrintWriter(problems));
        assertThat(problems.toString()).as(target.binaryName()).isEmpty();
        assertThat(new String(rewritten, StandardCharsets.ISO_8859_1))
            .contains("dev/uncork/boot/collect/ParkHooks");
      }
    }
  }

  @Test
  void refusesAClassWithoutTheSlowPath() {
    ClassWriter other = new ClassWriter(0);
    SlowPathClass target = SlowPathClass.ALL.get(0);
    other.visit(
        Opcodes.V17, Opcodes.ACC_PUBLIC, target.internalName(), null, "java/lang/Object", null);
    assertThatThrownBy(() -> SlowPathRewriter.rewrite(other.toByteArray(), target))
        .isInstanceOf(SlowPathRewriter.UnknownShape.class)
        .hasMessageContaining("AbstractQueuedSynchronizer differs")
        .hasMessageContaining("missing [acquire(");
  }
}
