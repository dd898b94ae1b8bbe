package dev.uncork.cli.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class JavaHomeTest {
  @TempDir Path scratch;

  private Path home(String release) throws IOException {
    Path home = scratch.resolve("jdk");
    Files.createDirectories(home.resolve("bin"));
    Files.write(home.resolve("bin/java"), new byte[] {0x7f, 'E', 'L', 'F', 2});
    Files.writeString(home.resolve("release"), release);
    return home;
  }

  private Optional<JavaHome> ofRelease(String release) throws IOException {
    return JavaHome.ofLauncher(home(release).resolve("bin/java"));
  }

  @Test
  void acceptsHotSpot() throws IOException {
    JavaHome java = ofRelease("JAVA_VERSION=\"21.0.2\"\nJVM_VARIANT=\"Hotspot\"\n").orElseThrow();
    assertThat(java.major()).isEqualTo(21);
    assertThatCode(java::requireObservable).doesNotThrowAnyException();
  }

  @Test
  void refusesAnOldJava() throws IOException {
    JavaHome java = ofRelease("JAVA_VERSION=\"1.8.0_392\"\n").orElseThrow();
    assertThat(java.major()).isEqualTo(8);
    assertThatThrownBy(java::requireObservable)
        .isInstanceOf(UserError.class)
        .hasMessageContaining("1.8.0_392")
        .hasMessageContaining("17 or newer");
  }

  @Test
  void refusesOpenJ9ByItsReleaseFile() throws IOException {
    JavaHome java = ofRelease("JAVA_VERSION=\"17.0.9\"\nJVM_VARIANT=\"Openj9\"\n").orElseThrow();
    assertThatThrownBy(java::requireObservable).hasMessageContaining("OpenJ9");
  }

  @Test
  void refusesOpenJ9ByItsLibrary() throws IOException {
    Path home = home("JAVA_VERSION=\"17.0.9\"\n");
    Files.createDirectories(home.resolve("lib/default"));
    Files.createFile(home.resolve("lib/default/libj9vm29.so"));
    JavaHome java = JavaHome.ofLauncher(home.resolve("bin/java")).orElseThrow();
    assertThat(java.openJ9()).isTrue();
  }

  @Test
  void findsTheReleaseFileAboveTheJreOfAnOldJdk() throws IOException {
    Path jdk = home("JAVA_VERSION=\"1.8.0_392\"\n");
    Path launcher = jdk.resolve("jre/bin/java");
    Files.createDirectories(launcher.getParent());
    Files.write(launcher, new byte[] {0x7f, 'E', 'L', 'F', 2});
    assertThat(JavaHome.ofLauncher(launcher)).isPresent();
  }

  @Test
  void takesAVersionManagersScriptForAnotherProgram() throws IOException {
    Path home = home("JAVA_VERSION=\"17.0.9\"\n");
    Files.writeString(home.resolve("bin/java"), "#!/bin/sh\nexec /opt/java \"$@\"\n");
    assertThat(JavaHome.ofLauncher(home.resolve("bin/java"))).isEmpty();
  }

  @Test
  void recognisesTheJavaThatRunsThisTest() throws IOException {
    Path launcher = Path.of(System.getProperty("java.home"), "bin", "java").toRealPath();
    assertThat(JavaHome.ofLauncher(launcher).orElseThrow().major())
        .isEqualTo(Runtime.version().feature());
  }
}
