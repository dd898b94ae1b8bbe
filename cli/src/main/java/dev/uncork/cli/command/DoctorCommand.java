package dev.uncork.cli.command;

import dev.uncork.cli.calibrate.Calibration;
import dev.uncork.cli.calibrate.HandOffFile;
import dev.uncork.cli.doctor.Checkup;
import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.terminal.StatusLine;
import dev.uncork.cli.terminal.Terminal;
import dev.uncork.diagnosis.price.HandOffCosts;
import dev.uncork.report.json.MachineJson;
import dev.uncork.report.text.MachineText;
import dev.uncork.report.words.ProbeResult;
import java.io.IOException;
import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** The command {@code uncork doctor}: what this machine and its JVMs can do for Uncork, and why. */
@Command(
    name = "doctor",
    mixinStandardHelpOptions = true,
    header = "Check what works on this machine, and how to get what is missing.",
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
    List<ProbeResult> findings = new ArrayList<>();
    try (StatusLine line = new StatusLine(terminal.err())) {
      line.show("looking around ...");
      new Checkup(Installation.current())
          .perform(
              finding -> {
                findings.add(finding);
                line.close();
                if (!json) {
                  MachineText.print(finding, terminal.out().stream());
                }
                line.show("looking further ...");
              });
    }
    if (json) {
      MachineJson.writeResults(findings, terminal.out().stream());
    }
    boolean broken = findings.stream().anyMatch(f -> f.state() == ProbeResult.State.MISSING);
    return broken ? UserError.EXIT_CODE : 0;
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
      MachineJson.writeCosts(costs, out);
      return 0;
    }
    MachineText.print(costs, out);
    out.println("Kept in " + file.path());
    return 0;
  }
}
