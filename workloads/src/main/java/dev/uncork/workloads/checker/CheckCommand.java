package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.log.LogPart;
import dev.uncork.workloads.checker.model.Model;
import dev.uncork.workloads.checker.model.Models;
import dev.uncork.workloads.checker.queue.QueuePart;
import dev.uncork.workloads.checker.set.SetPart;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The subcommand {@code check}: the journey's application. */
@Command(
    name = "check",
    mixinStandardHelpOptions = true,
    sortOptions = false,
    description = {
      "Explores all states of a model in the manner of TLC and checks its invariants.",
      "The default parts are those of 2006, each with a lock that all workers share."
    },
    footerHeading = "%nExamples:%n",
    footer = {
      "  check --model dining --size 11 --workers 8",
      "  check --model twophase --size 8 --counter atomic --set multi --stripes 1024 --log quiet",
      "  check --model sliding-window --size 5 --window 3 --capacity 3 --queue disk",
      "  check --counter striped --set lock-free --queue chunked --end-phase parallel --log quiet",
      "  check --queue chunked-disk --states-in-memory 100000 --checkpoint 60 --metadir run1",
      "",
      "Exit code: 0 OK; 1 the model is wrong, the number of states is, or the run failed; 2 bad"
          + " options."
    },
    showDefaultValues = true)
public final class CheckCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();

  @Option(
      names = "--model",
      defaultValue = "dining",
      description = "What to check: ${COMPLETION-CANDIDATES}.")
  private Models model = Models.DINING;

  @Option(
      names = "--size",
      defaultValue = "0",
      description =
          "Philosophers (default 11), processes (2; bakery 3), resource managers (8), or messages"
              + " (6).",
      showDefaultValue = picocli.CommandLine.Help.Visibility.NEVER)
  private int size;

  @Option(names = "--tickets", defaultValue = "4", description = "bakery: the highest ticket.")
  private int tickets;

  @Option(
      names = "--window",
      defaultValue = "3",
      description = "sliding-window: frames that may be unacknowledged.")
  private int window;

  @Option(
      names = "--capacity",
      defaultValue = "4",
      description = "sliding-window: frames that fit in a channel.")
  private int capacity;

  @Option(names = "--workers", defaultValue = "8", description = "Threads that expand states.")
  private int workers;

  @Option(
      names = "--counter",
      defaultValue = "synchronized",
      description = "Count of generated states: ${COMPLETION-CANDIDATES}.")
  private CounterPart counter = CounterPart.SYNCHRONIZED;

  @Option(
      names = "--set",
      defaultValue = "synchronized",
      description = "Set of fingerprints: ${COMPLETION-CANDIDATES}.")
  private SetPart set = SetPart.SYNCHRONIZED;

  @Option(
      names = "--stripes",
      defaultValue = "1024",
      description = "Number of locks in a striped set.")
  private int stripes;

  @Option(
      names = "--queue",
      defaultValue = "one-lock",
      description = "Queue of states: ${COMPLETION-CANDIDATES}.")
  private QueuePart queue = QueuePart.ONE_LOCK;

  @Option(
      names = "--states-in-memory",
      paramLabel = "STATES",
      defaultValue = "1048576",
      description = "chunked-disk: about how many queued states aren't on disk.")
  private long statesInMemory;

  @Option(
      names = "--end-phase",
      defaultValue = "serial",
      description = "Check of the fingerprints at the end: ${COMPLETION-CANDIDATES}.")
  private EndPhase endPhase = EndPhase.SERIAL;

  @Option(
      names = "--log",
      defaultValue = "full",
      description = "Log of the states found: ${COMPLETION-CANDIDATES}.")
  private LogPart log = LogPart.FULL;

  @Option(
      names = "--log-limit",
      defaultValue = "1g",
      converter = SizeConverter.class,
      description = "The log stops growing here; k, m and g are understood.")
  private long logLimitBytes;

  @Option(
      names = "--checkpoint",
      paramLabel = "SECONDS",
      defaultValue = "1800",
      description = "Time between checkpoints; 0 for none.")
  private int checkpointSeconds;

  @Option(
      names = "--recover",
      paramLabel = "FILE|DIR",
      description =
          "Go on from a checkpoint of the same model; chunked-disk: from METADIR/frontier.")
  private @Nullable Path recoverFrom;

  @Option(
      names = "--metadir",
      paramLabel = "DIR",
      description =
          "Keep log, pages and checkpoint here (default: a temporary directory, deleted in the"
              + " end).")
  private @Nullable Path metaDirectory;

  @Option(
      names = "--every-combination",
      description =
          "Check with all combinations of counter, set, queue, end phase and log, one after the"
              + " other.")
  private boolean everyCombination;

  @Override
  public Integer call() throws IOException, InterruptedException {
    Model chosen = validModel();
    RunDirectory directory = openDirectory();
    try {
      CheckConfig config =
          new CheckConfig(
              chosen,
              workers,
              counter,
              set,
              stripes,
              queue,
              endPhase,
              log,
              logLimitBytes,
              directory.path(),
              Duration.ofSeconds(checkpointSeconds),
              recoverFrom,
              statesInMemory);
      requireFreeFrontier(config);
      return everyCombination ? runAll(config, directory) : run(config, directory);
    } finally {
      directory.close();
    }
  }

  private int run(CheckConfig config, RunDirectory directory) throws InterruptedException {
    return new ConsoleRun(config, spec.commandLine().getOut(), spec.commandLine().getErr())
        .run(directory);
  }

  private int runAll(CheckConfig config, RunDirectory directory) throws InterruptedException {
    List<CheckConfig> all = config.everyCombination();
    int wrong = 0;
    for (CheckConfig combination : all) {
      wrong += run(combination, directory) == 0 ? 0 : 1;
    }
    spec.commandLine()
        .getOut()
        .printf("%d of %d combinations are right%n", all.size() - wrong, all.size());
    return wrong == 0 ? 0 : 1;
  }

  private Model validModel() {
    require("--workers", workers, 1, 10_000);
    require("--stripes", stripes, 1, 1 << 16);
    if (Integer.bitCount(stripes) != 1) {
      throw bad("--stripes is " + stripes + ", expected a power of two from 1 to 65536");
    }
    require("--checkpoint", checkpointSeconds, 0, Integer.MAX_VALUE);
    if (statesInMemory < 1) {
      throw bad("--states-in-memory is " + statesInMemory + ", expected 1 or more");
    }
    if (recoverFrom != null) {
      if (everyCombination) {
        throw bad("--every-combination begins anew each time; leave out --recover");
      }
      requireCheckpoint(recoverFrom);
    }
    try {
      return model.create(new Models.Parameters(size, tickets, window, capacity));
    } catch (IllegalArgumentException e) {
      throw bad(String.valueOf(e.getMessage()));
    }
  }

  private void requireCheckpoint(Path from) {
    if (!Files.isReadable(from)) {
      throw bad("--recover: can't read " + from + ", expected a checkpoint");
    }
    if (Files.isDirectory(from)) {
      if (queue != QueuePart.CHUNKED_DISK) {
        throw bad("--recover: " + from + " is a directory, which needs --queue chunked-disk");
      }
      if (!Files.exists(from.resolve("checkpoint"))) {
        throw bad("--recover: " + from + " holds no checkpoint; the run died before its first one");
      }
    }
  }

  /** A queue on disk doesn't overwrite the checkpoint of an earlier run. */
  private void requireFreeFrontier(CheckConfig config) {
    Path frontier = config.directory().resolve("frontier");
    if ((queue == QueuePart.CHUNKED_DISK || everyCombination)
        && recoverFrom == null
        && Files.exists(frontier.resolve("checkpoint"))) {
      throw bad(
          "--metadir: %s holds a checkpoint; go on from it by --recover %s, or delete it"
              .formatted(frontier, frontier));
    }
  }

  private RunDirectory openDirectory() {
    try {
      return RunDirectory.open(metaDirectory);
    } catch (IOException e) {
      throw bad("--metadir: can't use " + metaDirectory + ": " + e);
    }
  }

  private void require(String option, int value, int least, int most) {
    if (value < least || value > most) {
      throw bad(option + " is " + value + ", expected " + least + " to " + most);
    }
  }

  private ParameterException bad(String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
