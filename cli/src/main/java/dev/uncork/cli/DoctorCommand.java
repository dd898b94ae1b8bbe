package dev.uncork.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.cli.doctor.Checkup;
import dev.uncork.cli.doctor.Finding;
import dev.uncork.cli.terminal.StatusLine;
import dev.uncork.cli.terminal.Terminal;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code uncork doctor}: what this machine and its JVMs can do for Uncork, and why. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    header = "Tell what is available here, and how to get what is not.",
    description = {
      "Nothing is guessed: a small program with a known number of blocked acquires is observed on"
          + " every JDK found, from its start and by late attach."
    },
    footer = {"", "Exit code: 0; 2 when something does not work."})
final class DoctorCommand implements Callable<Integer> {
  private final Terminal terminal;

  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException {
    List<Finding> findings = new ArrayList<>();
    try (StatusLine line = new StatusLine(terminal.err())) {
      line.show("looking around ...");
      new Checkup(Installation.current())
          .perform(
              finding -> {
                findings.add(finding);
                line.close();
                if (!json) {
                  print(finding);
                }
                line.show("looking further ...");
              });
    }
    if (json) {
      terminal.out().stream()
          .println(
              new ObjectMapper()
                  .enable(SerializationFeature.INDENT_OUTPUT)
                  .writeValueAsString(findings));
    }
    boolean broken = findings.stream().anyMatch(f -> f.state() == Finding.State.MISSING);
    return broken ? Main.EXIT_USER_ERROR : 0;
  }

  private void print(Finding finding) {
    String state = finding.state().name().toLowerCase(Locale.ROOT);
    String remedy = finding.remedy().isEmpty() ? "" : " -> " + finding.remedy();
    terminal.out().stream()
        .printf("%-8s %-20s %s%s%n", state, finding.topic(), finding.text(), remedy);
  }
}
