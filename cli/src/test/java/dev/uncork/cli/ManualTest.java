package dev.uncork.cli;

import static org.assertj.core.api.Assertions.assertThat;

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
    return Main.allCommands().getSubcommands().values().stream()
        .filter(command -> !command.getCommandName().equals("help"))
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

  @Test
  void completionKnowsProcessIdsAndRemedies() throws Exception {
    Manual.write(share);
    Path completion = share.resolve("bash-completion/completions/uncork");

    assertThat(completed(completion, "attach", ""))
        .contains(Long.toString(ProcessHandle.current().pid()));
    assertThat(completed(completion, "run", "--remedy", "no")).containsExactly("nopreempt");
    assertThat(completed(completion, "attach", "--remedy", "c")).containsExactly("cores=auto");
  }

  /** What bash offers for the last of the words. */
  private static List<String> completed(Path completion, String... words) throws Exception {
    String script =
        ". '%s'; COMP_WORDS=(uncork %s); COMP_CWORD=%d; _complete_uncork 2>/dev/null; printf '%%s\\n' \"${COMPREPLY[@]}\""
            .formatted(
                completion,
                String.join(" ", List.of(words).stream().map(word -> "'" + word + "'").toList()),
                words.length);
    return output("bash", "-c", script).lines().toList();
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
