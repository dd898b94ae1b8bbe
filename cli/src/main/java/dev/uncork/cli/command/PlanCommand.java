package dev.uncork.cli.command;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.plan.Plan;
import dev.uncork.cli.plan.PlanFile;
import dev.uncork.cli.plan.PlannedCommand;
import dev.uncork.cli.remedy.ReserveRoute;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.JvmOption;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code uncork plan}: what a plan amounts to without Uncork. */
@Command(
    name = "plan",
    mixinStandardHelpOptions = true,
    header = "Show what a plan of uncork tune amounts to without Uncork.",
    subcommands = PlanCommand.Export.class,
    synopsisSubcommandLabel = "COMMAND",
    footer = {"", "Example:", "  uncork plan export --jvm-options uncork.plan"})
final class PlanCommand {
  /** {@code uncork plan export}. */
  @Command(
      name = "export",
      mixinStandardHelpOptions = true,
      sortOptions = false,
      header = "Print a plan's JVM options, for use without Uncork.",
      description = {
        "One option to a line, as java takes them from a file. Anything else is listed on standard"
            + " error."
      },
      footer = {
        "",
        "Examples:",
        "  java $(uncork plan export --jvm-options uncork.plan) -jar app.jar",
        "  uncork plan export --jvm-options uncork.plan >app.options; java @app.options -jar"
            + " app.jar",
        "  eval \"$(uncork plan export --environment uncork.plan)\"; ./start.sh"
      })
  static final class Export implements Callable<Integer> {
    @Option(names = "--jvm-options", description = "Print JVM options. This is the default.")
    private boolean jvmOptions;

    @Option(
        names = "--environment",
        description = "Print them as JAVA_TOOL_OPTIONS for a shell, which reaches every JVM.")
    private boolean environment;

    @Parameters(paramLabel = "FILE", description = "The plan.")
    private Path file = Path.of("");

    @Override
    public Integer call() {
      if (environment && jvmOptions) {
        throw new UserError("--jvm-options and --environment exclude each other; give one");
      }
      Plan plan = PlanFile.read(file);
      Path parent = file.toAbsolutePath().getParent();
      String directory = parent == null ? "." : parent.toString();
      Map<String, String> options = new LinkedHashMap<>();
      for (Plan.Entry entry : plan.entries()) {
        Change change = entry.change();
        for (String option : change.jvmOptions()) {
          options.put(
              JvmOption.subject(option), option.replace(PlannedCommand.PLAN_DIRECTORY, directory));
        }
        change.settings().forEach((key, value) -> say("Spark's setting " + key + " is " + value));
        change.fills().forEach((name, value) -> say("{" + name + "} in the command is " + value));
        for (String remedy : change.remedies()) {
          List<String> own = ReserveRoute.jvmOptions(remedy, entry.requirements().jvm());
          own.forEach(option -> options.put(JvmOption.subject(option), option));
          if (own.isEmpty()) {
            say("only uncork run can do: " + remedy);
          }
        }
      }
      if (environment) {
        String joined = String.join(" ", options.values().stream().map(Export::quoted).toList());
        System.out.println("export JAVA_TOOL_OPTIONS='" + joined.replace("'", "'\\''") + "'");
      } else {
        options.values().forEach(option -> System.out.println(quoted(option)));
      }
      System.out.flush();
      return 0;
    }

    private static void say(String text) {
      System.err.println("uncork: not a JVM option: " + text);
    }

    /** As both java's argument files and JAVA_TOOL_OPTIONS take words with blanks. */
    private static String quoted(String option) {
      return option.matches(".*\\s.*") ? '"' + option + '"' : option;
    }
  }
}
