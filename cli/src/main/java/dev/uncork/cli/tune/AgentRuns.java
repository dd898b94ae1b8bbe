package dev.uncork.cli.tune;

import dev.uncork.cli.attach.Stop;
import dev.uncork.cli.calibrate.HandOffFile;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.launch.JavaClassPath;
import dev.uncork.cli.launch.JavaHome;
import dev.uncork.cli.launch.MachineMemory;
import dev.uncork.cli.launch.ObservedProgram;
import dev.uncork.cli.measure.MeasuredRun;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.plan.PlannedCommand;
import dev.uncork.cli.progress.ProgressReader;
import dev.uncork.cli.remedy.ReserveRoute;
import dev.uncork.cli.session.CollectedRecording;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.lever.JavaCommand;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.ProgramFacts;
import dev.uncork.diagnosis.lever.Proposals;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.predict.Outlook;
import dev.uncork.diagnosis.price.NotPriceable;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.diagnosis.tune.Setup;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.report.words.FindingWords;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Runs of the program with the agent in it: to look at it, or because a remedy needs it. */
public final class AgentRuns implements ProgramBench.Observer {
  /** Puts remedies into a program that is about to start. */
  public interface Remedies {
    void add(List<String> remedies, ObservedProgram program, AgentOptions options, Path scratch)
        throws IOException;
  }

  private final TuneSettings settings;
  private final Remedies remedies;
  private final Path plan;
  private final List<Lever> quiet;
  private final TunedMachine machine;
  private final Installation installation = Installation.current();
  private Optional<ProgramEstimate> estimate = Optional.empty();
  private Outlook.Missing missing = Outlook.Missing.Known.NOT_OBSERVED;

  /**
   * Runs of a program.
   *
   * @param plan to be written; files that belong to it lie beside
   * @param quiet levers for the program's log
   * @param machine what can be tried here
   */
  AgentRuns(
      TuneSettings settings,
      Remedies remedies,
      Path plan,
      List<Lever> quiet,
      TunedMachine machine) {
    this.settings = settings;
    this.remedies = remedies;
    this.plan = plan;
    this.quiet = quiet;
    this.machine = machine;
  }

  @Override
  public Outlook outlook() {
    return estimate
        .map(known -> Outlook.of(known, HandOffFile.ofUser().read()))
        .orElseGet(() -> Outlook.without(missing));
  }

  @Override
  public List<Lever> named() {
    return settings.levers();
  }

  @Override
  public List<String> refusals() {
    return machine.refusals();
  }

  @Override
  public boolean runsInChildren() {
    return true;
  }

  @Override
  public Optional<String> hopeless(String line) {
    return Optional.empty();
  }

  @Override
  public PlannedCommand command(Setup setup) {
    Path parent = plan.toAbsolutePath().getParent();
    PlannedCommand command =
        PlannedCommand.of(
            settings.command(), setup.changes(), parent == null ? Path.of(".") : parent);
    Optional<JavaHome> java = ObservedProgram.edited(command.words()).java();
    if (java.isEmpty() || command.remedies().isEmpty()) {
      return command;
    }
    List<String> options = new ArrayList<>();
    List<String> left = new ArrayList<>();
    for (String remedy : command.remedies()) {
      List<String> own = ReserveRoute.jvmOptions(remedy, java.get().major());
      options.addAll(own);
      if (own.isEmpty()) {
        left.add(remedy);
      }
    }
    List<String> words =
        JavaCommand.of(command.words()).map(c -> c.with(options)).orElse(command.words());
    return new PlannedCommand(words, command.scriptOptions(), left);
  }

  @Override
  public ProgramBench.Recorded withAgent(MeasuredRun runs, PlannedCommand command)
      throws IOException, InterruptedException {
    return record(runs, command, null);
  }

  private ProgramBench.Recorded record(
      MeasuredRun runs, PlannedCommand command, @Nullable Path recording)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("uncork-tune-");
    try (SessionDirectory session = SessionDirectory.open(directory)) {
      ObservedProgram program = ObservedProgram.edited(command.words());
      program.addJvmOptions(command.scriptOptions());
      AgentOptions options =
          AgentOptions.forRun(session.directory(), installation.agentDirectory());
      if (recording != null) { // It is for findings and predictions; its speed isn't compared.
        options.with(AgentOption.DEMAND, true).with(AgentOption.EXPERIMENT, true);
      }
      remedies.add(command.remedies(), program, options, session.directory());
      Consumer<String> lines =
          settings.progress().pattern().isPresent()
              ? ProgressReader.of(settings.progress(), session.progressFile())
              : text -> {};
      Optional<MeasuredRun.Outcome> outcome =
          runs.run(
              () ->
                  program.start(
                      installation, options, session.directory(), ObservedProgram.Streams.MERGED),
              lines);
      Stop.allRunning(session, installation, unused -> {});
      Destination destination = Destination.check("--state", directory.resolve("observed.jfr"));
      List<CollectedRecording> collected = session.collect(destination, Stop::mayRun);
      Optional<Path> largest =
          collected.stream()
              .flatMap(each -> each.file().stream())
              .max(Comparator.comparingLong(file -> file.toFile().length()));
      if (recording != null && largest.isPresent()) {
        Files.move(largest.get(), recording, StandardCopyOption.REPLACE_EXISTING);
      }
      return new ProgramBench.Recorded(
          outcome, recording == null ? Optional.empty() : largest.map(file -> recording));
    } finally {
      SessionDirectory.deleteTree(directory);
    }
  }

  @Override
  public Optional<SetupObservation> observe(MeasuredRun runs, Setup setup)
      throws IOException, InterruptedException {
    PlannedCommand command = command(setup);
    Path file = Files.createTempFile("uncork-tune-", ".jfr");
    try {
      ProgramBench.Recorded recorded = record(runs, command, file);
      if (recorded.outcome().isEmpty()) {
        return Optional.empty();
      }
      if (recorded.recording().isEmpty()) {
        return Optional.of(SetupObservation.NONE.with(named()));
      }
      return Optional.of(
          RecordingReader.read(file)
              .recording()
              .map(recording -> proposals(Diagnosis.of(recording), command))
              .orElse(SetupObservation.NONE.with(named())));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private SetupObservation proposals(Diagnosis diagnosis, PlannedCommand command) {
    try {
      estimate =
          Optional.of(
              ProgramEstimate.of(diagnosis, HandOffFile.ofUser().read(), OptionalInt.empty()));
    } catch (NotPriceable e) {
      // Then the bound from unused cores ranks the locks, and no curve is shown.
      estimate = Optional.empty();
      missing = new Outlook.Missing.Unpriced(e.reason());
    }
    Optional<JavaCommand> java = JavaCommand.of(command.words());
    List<Path> classPath = JavaClassPath.of(command.words());
    ProgramFacts facts =
        new ProgramFacts(
            java.map(JavaCommand::jvmOptions).orElse(command.scriptOptions()),
            command.remedies(),
            true,
            Runtime.getRuntime().availableProcessors(),
            MachineMemory.bytes(),
            settings.levers(),
            quiet,
            machine.placement(),
            machine.keepsHolders(),
            new ProgramClassFiles(classPath));
    return Proposals.of(diagnosis, estimate, facts)
        .saying(FindingWords.verdict(diagnosis.verdict()));
  }
}
