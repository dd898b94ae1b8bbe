package dev.uncork.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.cli.command.UncorkCommand;
import dev.uncork.cli.terminal.Terminal;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** Help, manual pages and completion of every command, read by those who show them. */
class ManualTest {
  @TempDir Path share;

  private static List<CommandLine> commands() {
    return Main.commandLine(new UncorkCommand(), Terminal.fromLauncher())
        .getSubcommands()
        .values()
        .stream()
        .filter(command -> !command.getCommandName().matches("help|generate-completion"))
        .toList();
  }

  @Test
  void everyCommandsHelpHasAnExampleOfItself() {
    for (CommandLine command : commands()) {
      assertThat(command.getUsageMessage())
          .describedAs(command.getCommandName())
          .containsPattern("Examples?:\\s+uncork " + command.getCommandName());
    }
  }

  @Test
  void everyCommandHasAPageWithAllItsOptions() throws Exception {
    Manual.write(share);

    for (CommandLine command : commands()) {
      Path page = share.resolve("man/man1/uncork-" + command.getCommandName() + ".1");
      String shown = shown(page).replaceAll("\\s+", " ");
      assertThat(shown).contains("EXAMPLES").contains("uncork " + command.getCommandName());
      for (CommandLine.Model.OptionSpec option : command.getCommandSpec().options()) {
        assertThat(shown).contains(option.longestName());
      }
    }
  }

  @Test
  void bashTakesTheCompletion() throws Exception {
    Manual.write(share);

    Path completion = share.resolve("bash-completion/completions/uncork");
    assertThat(output("bash", "-c", "set -e; . '" + completion + "'; complete -p uncork"))
        .contains("-F _complete_uncork uncork");
  }

  /** The page as man formats it; without man its source. */
  private static String shown(Path page) throws Exception {
    try {
      return output("man", "--warnings=w", "-l", "-P", "cat", page.toString())
          .replaceAll(".\b", "")
          .replace("\u2010", "-")
          .replace("\u2212", "-");
    } catch (IOException e) {
      return Assumptions.abort("man is not installed, which formats the pages: apt man-db");
    }
  }

  private static String output(String... command) throws Exception {
    ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().put("MANWIDTH", "200");
    builder.environment().put("LC_ALL", "C.UTF-8");
    builder.redirectInput(Path.of("/dev/null").toFile());
    Process process = builder.start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor(60, TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).describedAs(output).isZero();
    assertThat(output).doesNotContain("warning:");
    return output;
  }

  @Test
  void pagesAreOnlyTextThatManReads() throws IOException {
    Manual.write(share);

    assertThat(Files.readString(share.resolve("man/man1/uncork.1"), StandardCharsets.UTF_8))
        .startsWith(".TH \"UNCORK\" 1")
        .contains(".SH COMMANDS")
        .doesNotContain("${");
  }
}
