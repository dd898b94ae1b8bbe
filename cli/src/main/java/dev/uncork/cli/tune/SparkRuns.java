package dev.uncork.cli.tune;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.install.Installation;
import dev.uncork.cli.launch.MachineMemory;
import dev.uncork.cli.launch.SparkCommand;
import dev.uncork.cli.measure.MeasuredRun;
import dev.uncork.cli.plan.PlannedCommand;
import dev.uncork.cli.session.SessionDirectory;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.lever.SparkFacts;
import dev.uncork.diagnosis.lever.SparkLayout;
import dev.uncork.diagnosis.lever.SparkProposals;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.predict.Outlook;
import dev.uncork.diagnosis.tune.Setup;
import dev.uncork.recording.read.RecordingReader;
import dev.uncork.report.spark.SparkFindingWords;
import dev.uncork.report.words.TuneWords;
import dev.uncork.sparkledger.SparkDiagnosis;
import dev.uncork.sparkledger.file.EventLogs;
import dev.uncork.sparkledger.file.LogReader;
import dev.uncork.sparkledger.file.ReadLog;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs of a Spark application: as it is with some settings, or with the plugin that looks at it.
 */
final class SparkRuns implements ProgramBench.Observer {
  private static final String SHUFFLE_MANAGER = "dev.uncork.spark.shuffle.UncorkShuffleManager";
  private static final String NO_ROOM = "Initial job has not accepted any resources";

  private final List<String> command;
  private final Path planDirectory;
  private final List<Lever> asked;
  private final List<SparkLayout> layouts;
  private final Path plugin;
  private List<String> refusals = List.of();
  private int timesWithoutRoom;

  /**
   * Runs of a command.
   *
   * @param planDirectory of the plan, for files that belong to it
   * @param asked what the user named
   * @param layouts of executors that the user named; empty to choose
   */
  SparkRuns(
      List<String> command, Path planDirectory, List<Lever> asked, List<SparkLayout> layouts) {
    this.command = command;
    this.planDirectory = planDirectory;
    this.asked = asked;
    this.layouts = layouts;
    this.plugin = Installation.current().home().resolve("lib").resolve("uncork-spark.jar");
  }

  /** Refuses, before anything is started, what can't be measured or observed. */
  void check() {
    SparkCommand spark =
        SparkCommand.of(command)
            .orElseThrow(
                () ->
                    new UserError(
                        "--spark: the command begins with '"
                            + command.get(0)
                            + "'; expected spark-submit, which takes the settings to try"));
    if (!Files.isReadable(plugin)) {
      throw new UserError(
          "--spark: "
              + plugin
              + " is missing or not readable: this installation is incomplete; unpack or build it"
              + " again");
    }
    if (spark.value("spark.submit.deployMode").equals("cluster")) {
      throw new UserError(
          "--spark: with --deploy-mode cluster the command ends before the application does, and"
              + " its event log is elsewhere; expected --deploy-mode client");
    }
  }

  @Override
  public PlannedCommand command(Setup setup) {
    timesWithoutRoom = 0;
    return PlannedCommand.of(command, setup.changes(), planDirectory);
  }

  @Override
  public ProgramBench.Recorded withAgent(MeasuredRun runs, PlannedCommand planned) {
    throw new UserError(
        "a remedy of the agent's (" + planned.remedies() + ") can't get into Spark's executors");
  }

  @Override
  public Outlook outlook() {
    return Outlook.NONE;
  }

  @Override
  public List<Lever> named() {
    return asked;
  }

  @Override
  public List<String> refusals() {
    return refusals;
  }

  /** A cluster's workers start executors, even if they are on this machine. */
  @Override
  public boolean runsInChildren() {
    String master = SparkCommand.of(command).map(spark -> spark.value("spark.master")).orElse("");
    return master.isEmpty() || master.startsWith("local");
  }

  @Override
  public Optional<String> hopeless(String line) {
    // Once may be that executors are slow to start; Spark says it every 15 s.
    if (line.contains(NO_ROOM) && ++timesWithoutRoom == 2) {
      return Optional.of("the cluster has no room for such executors");
    }
    return Optional.empty();
  }

  /** With the plugin's profiles and Spark's event log. */
  @Override
  public Optional<SetupObservation> observe(MeasuredRun runs, Setup setup)
      throws IOException, InterruptedException {
    Path directory = Files.createTempDirectory("uncork-tune-");
    try {
      Path events = Files.createDirectory(directory.resolve("events"));
      Path recordings = Files.createDirectory(directory.resolve("recordings"));
      List<Change> changes = new ArrayList<>(setup.changes());
      changes.add(looking(events, recordings));
      PlannedCommand observed = command(new Setup(changes));
      Optional<MeasuredRun.Outcome> outcome =
          runs.run(
              () -> MeasuredRun.start(observed.words(), observed.scriptOptions()),
              line -> hopeless(line).ifPresent(runs::abandon));
      if (outcome.isEmpty()) {
        return Optional.empty();
      }
      Optional<Path> log = largest(events);
      if (log.isEmpty()) {
        throw new UserError(
            "the application wrote no event log with spark.eventLog.enabled=true; does it make a"
                + " SparkContext, and run in client mode? "
                + Optional.ofNullable(outcome.get().failure()).orElse("It ended well"));
      }
      Optional<ObservedApplication> application =
          EventLogs.at(log.get())
              .map(LogReader::read)
              .flatMap(ReadLog::application)
              .map(known -> new ObservedApplication(SparkDiagnosis.of(known)));
      if (application.isEmpty()) {
        throw new UserError(
            "the application's event log holds no event that can be read; is the disk of "
                + events
                + " full?");
      }
      SetupObservation seen =
          propose(application.get(), PlacedExecutors.read(log.get()), largest(recordings));
      return Optional.of(
          outcome.get().failure() == null ? seen : cutShort(seen, outcome.get().failure()));
    } finally {
      SessionDirectory.deleteTree(directory);
    }
  }

  private static SetupObservation cutShort(SetupObservation seen, @Nullable String failure) {
    return seen.saying("the observed run failed (" + failure + "); until then: " + seen.finding());
  }

  private Change looking(Path events, Path recordings) {
    Map<String, String> settings = new TreeMap<>();
    settings.put(SparkCommand.PLUGINS, SparkCommand.PLUGIN);
    settings.put(SparkCommand.JARS, plugin.toString());
    settings.put("spark.uncork.profile", "true");
    settings.put("spark.uncork.recordings", recordings.toString());
    settings.put("spark.eventLog.enabled", "true");
    settings.put("spark.eventLog.dir", events.toUri().toString());
    settings.put("spark.eventLog.compress", "false");
    settings.put("spark.eventLog.rolling.enabled", "false");
    return Change.settings(RemedyKind.KNOB, "observation", "observed", settings);
  }

  private static Optional<Path> largest(Path directory) throws IOException {
    try (Stream<Path> files = Files.walk(directory)) {
      return files
          .filter(Files::isRegularFile)
          .filter(file -> !file.getFileName().toString().startsWith("."))
          .max(Comparator.comparingLong(file -> file.toFile().length()));
    }
  }

  private SetupObservation propose(
      ObservedApplication log, PlacedExecutors placed, Optional<Path> recording)
      throws IOException {
    boolean here = placed.machines().equals(Set.of(bootId()));
    SparkFacts facts =
        new SparkFacts(
            log.settings(),
            log.executors(),
            log.coresEach(),
            log.jdk(),
            log.sql(),
            placed.crossNodes(log.coresEach()),
            log.work(),
            here ? MachineMemory.bytes() : 0,
            plugin.toString(),
            hasShuffleManager() ? Optional.of(SHUFFLE_MANAGER) : Optional.empty());
    refusals = refusals(recording.isPresent(), facts);
    Optional<Diagnosis> diagnosis =
        recording.flatMap(file -> RecordingReader.read(file).recording()).map(Diagnosis::of);
    List<Lever> named = new ArrayList<>(asked);
    if (!layouts.isEmpty()) {
      named.add(
          new Lever(
              RemedyKind.EXECUTORS,
              SparkLayout.LEVER,
              layouts.stream().map(layout -> layout.change(facts)).toList(),
              OptionalDouble.empty(),
              Why.Known.ASKED,
              true));
    }
    List<Path> jars = SparkCommand.of(command).map(SparkCommand::classPath).orElse(List.of());
    return SparkProposals.of(diagnosis, facts, log.advice(), named, new ProgramClassFiles(jars))
        .saying(TuneWords.work(facts.work()) + ". " + SparkFindingWords.verdict(log.diagnosis()));
  }

  private static List<String> refusals(boolean recorded, SparkFacts facts) {
    List<String> refusals = new ArrayList<>();
    if (facts.isLocal()) {
      refusals.add("numa: in local mode the driver is the executor, and stays unbound");
    } else if (!facts.crossesNodes()) {
      refusals.add(
          "numa: each executor has a NUMA node of its own, is bound already, or needs all nodes for"
              + " its cores");
    }
    if (facts.shuffleManager().isEmpty()) {
      refusals.add("shuffle: this installation's uncork-spark.jar has no shuffle manager");
    }
    if (!recorded) {
      refusals.add(
          "locks: no recording of an executor was found; spark.uncork.recordings needs a directory"
              + " that executors and this machine share");
    }
    return refusals;
  }

  private boolean hasShuffleManager() throws IOException {
    try (JarFile jar = new JarFile(plugin.toFile())) {
      return jar.getEntry(SHUFFLE_MANAGER.replace('.', '/') + ".class") != null;
    }
  }

  private static String bootId() {
    try {
      return Files.readString(Path.of("/proc/sys/kernel/random/boot_id")).strip();
    } catch (IOException e) {
      return "unknown";
    }
  }
}
