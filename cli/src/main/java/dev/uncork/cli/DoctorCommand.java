package dev.uncork.cli;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import dev.uncork.cli.calibrate.Calibration;
import dev.uncork.cli.calibrate.HandOffFile;
import dev.uncork.cli.doctor.Checkup;
import dev.uncork.cli.doctor.Finding;
import dev.uncork.cli.terminal.StatusLine;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.diagnosis.price.HandOffCosts;
import java.io.IOException;
import java.io.PrintStream;
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
    footer = {
      "",
      "Examples:",
      "  uncork doctor",
      "  uncork doctor --calibrate              once, for uncork predict",
      "",
      "Exit code: 0; 2 when something does not work."
    })
final class DoctorCommand implements Callable<Integer> {
  private static final long CALIBRATION_MILLIS = 100;
  private static final double TOO_MUCH_DISTURBED = 0.1;

  private final Terminal terminal;

  @Option(
      names = "--calibrate",
      description = {
        "Measure what it costs here to hand a lock on to a waiting thread, for uncork predict, and"
            + " keep it in the cache directory. Takes half a minute; keep the machine quiet."
      })
  private boolean calibrate;

  @Option(names = "--json", description = "Print the findings as JSON.")
  private boolean json;

  DoctorCommand(Terminal terminal) {
    this.terminal = terminal;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (calibrate) {
      return calibrate();
    }
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

  private int calibrate() throws IOException, InterruptedException {
    Calibration.Outcome outcome;
    try (StatusLine line = new StatusLine(terminal.err())) {
      int cores = Runtime.getRuntime().availableProcessors();
      outcome = Calibration.run(cores, CALIBRATION_MILLIS, point -> line.show("measured " + point));
    }
    HandOffCosts costs = outcome.costs();
    if (outcome.disturbedShare() > TOO_MUCH_DISTURBED) {
      terminal.err().stream()
          .printf(
              "uncork: noisy machine: other processes disturbed %.0f %% of the points; calibrate"
                  + " again when they are idle%n",
              100 * outcome.disturbedShare());
    }
    HandOffFile file = HandOffFile.ofUser();
    file.write(costs);
    PrintStream out = terminal.out().stream();
    if (json) {
      out.println(
          new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT).writeValueAsString(costs));
      return 0;
    }
    out.printf(
        "%-12s %10s %14s %12s %8s%n", "lock", "hold µs", "hand-off µs", "signal µs", "spread");
    for (HandOffCosts.Cost cost : costs.costs()) {
      out.printf(
          Locale.ROOT,
          "%-12s %10.1f %14.3f %12.3f %7.1fx%n",
          cost.lockClass().name().toLowerCase(Locale.ROOT),
          cost.holdSeconds() * 1e6,
          cost.handOffSeconds() * 1e6,
          cost.signalSeconds() * 1e6,
          cost.spread());
    }
    for (HandOffCosts.Cost cost : costs.costs()) {
      if (!HandOffCosts.steady(cost)) {
        out.printf(
            Locale.ROOT,
            "uncork: %s locks held for about %.1f µs are handed on at costs that differ %.1f-fold"
                + " from run to run here; nothing is predicted where such a lock is hot%n",
            cost.lockClass().name().toLowerCase(Locale.ROOT),
            cost.holdSeconds() * 1e6,
            cost.spread());
      }
    }
    out.println("Kept in " + file.path());
    return 0;
  }

  private void print(Finding finding) {
    String state = finding.state().name().toLowerCase(Locale.ROOT);
    String remedy = finding.remedy().isEmpty() ? "" : " -> " + finding.remedy();
    terminal.out().stream()
        .printf("%-8s %-20s %s%s%n", state, finding.topic(), finding.text(), remedy);
  }
}
