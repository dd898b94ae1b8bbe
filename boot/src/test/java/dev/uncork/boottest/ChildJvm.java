package dev.uncork.boottest;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A JVM in which the native library is on the boot class path and a program of the tests runs. */
final class ChildJvm {
  private ChildJvm() {}

  /** The lines that the program printed; fails unless it ended well. */
  static List<String> run(
      Jdk jdk, Class<?> program, List<String> jvmOptions, int deadlineSeconds, String... arguments)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(jdk.java());
    command.add("-Xbootclasspath/a:" + property("uncork.boot.classes"));
    if (jdk.hasForeignFunctions()) {
      command.add("--enable-native-access=ALL-UNNAMED");
    }
    command.add("-Xmx256m");
    command.addAll(jvmOptions);
    command.add("-cp");
    command.add(property("uncork.boot.testClasses"));
    command.add(program.getName());
    command.add(library().toString());
    command.addAll(List.of(arguments));
    Path output = Files.createTempFile("uncork-child", ".txt");
    try {
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      boolean ended = process.waitFor(deadlineSeconds, TimeUnit.SECONDS);
      if (!ended) {
        process.destroyForcibly().waitFor();
      }
      List<String> lines = Files.readAllLines(output);
      assertThat(ended).as("%s ended in time; it printed %s", program, lines).isTrue();
      assertThat(process.exitValue()).as("exit code; it printed %s", lines).isZero();
      return lines;
    } finally {
      Files.delete(output);
    }
  }

  /** The library for this machine's processor. */
  static Path library() {
    String arch = System.getProperty("os.arch").equals("aarch64") ? "aarch64" : "x86_64";
    return Path.of(property("uncork.collector.lib"), "linux-" + arch, "libuncork.so");
  }

  private static String property(String name) {
    String value = System.getProperty(name);
    assertThat(value).as("system property %s, which the Maven build sets", name).isNotNull();
    return value;
  }
}
