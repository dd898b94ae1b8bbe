package dev.uncork.benchmarks.command;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.Test;
import picocli.CommandLine;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

class BenchCommandTest {
  private final StringWriter text = new StringWriter();
  private final Subject subject = new Subject();

  private static final class Subject implements Callable<Integer> {
    @Option(names = "--rounds")
    private int rounds = 3;

    @Mixin private Spark spark = new Spark();

    @Parameters private Map<String, Path> jdks = new LinkedHashMap<>();

    @Override
    public Integer call() {
      if (rounds == 0) {
        throw new Refusal("--rounds 0: expected some");
      }
      return 0;
    }
  }

  private int execute(String... args) {
    CommandLine command = BenchCommand.commandLine("subject", subject);
    PrintWriter writer = new PrintWriter(text, true);
    return command.setErr(writer).setOut(writer).execute(args);
  }

  @Test
  void takesOptionsAndJdks() {
    assertThat(execute("--rounds", "5", "17=/a", "25=/b=c")).isZero();

    assertThat(subject.rounds).isEqualTo(5);
    assertThat(subject.jdks)
        .containsEntry("17", Path.of("/a"))
        .containsEntry("25", Path.of("/b=c"));
  }

  @Test
  void refusesWhatMakesNoSenseInOneLine() {
    assertThat(execute("--rouns", "5")).isEqualTo(2);
    assertThat(execute("--rounds", "many")).isEqualTo(2);
    assertThat(execute("--rounds")).isEqualTo(2);
    assertThat(execute("17")).isEqualTo(2);
    assertThat(execute("--rounds", "0")).isEqualTo(2);

    assertThat(text.toString().lines()).hasSize(5).allMatch(line -> line.startsWith("bench: "));
  }

  @Test
  void tellsOptionsWithTheirDefaults() {
    assertThat(execute("--help")).isZero();

    assertThat(text.toString())
        .contains("./bench subject", "--rounds", "Default: 3", "--spark=DIR");
  }
}
