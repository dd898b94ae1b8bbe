package dev.uncork.cli;

import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine.Command;
import picocli.CommandLine.HelpCommand;
import picocli.CommandLine.Option;
import picocli.CommandLine.ScopeType;

/** The command {@code uncork}: lists the commands and holds the options that all of them share. */
@Command(
    name = "uncork",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = {
      RunCommand.class,
      AttachCommand.class,
      TopCommand.class,
      ReportCommand.class,
      DiffCommand.class,
      SweepCommand.class,
      PredictCommand.class,
      TuneCommand.class,
      PlanCommand.class,
      ExplainLockCommand.class,
      UndoCommand.class,
      DoctorCommand.class,
      HelpCommand.class,
      GenerateCompletion.class
    },
    header = "Finds what keeps a JVM program from using all its cores.",
    synopsisSubcommandLabel = "COMMAND",
    footer = {
      "",
      "Examples:",
      "  uncork run -- java -jar app.jar        observe a program from start to end",
      "  uncork attach 4711 --for 30s           observe a JVM that is already running",
      "  uncork top 4711                        watch it live",
      "  uncork report uncork.jfr --json -      report of a recording, as JSON",
      "  uncork diff before.jfr after.jfr       what a change has changed",
      "  uncork sweep --workers 1,2,4 -- java -jar app.jar {workers}",
      "  uncork predict uncork.jfr --cores 8,64,384",
      "  uncork tune --check '/^OK/' -- java -jar app.jar",
      "  uncork doctor                          what this machine can do for Uncork"
    })
final class UncorkCommand {
  @Option(
      names = "--verbose",
      scope = ScopeType.INHERIT,
      description = "Show stack traces of failures.")
  boolean verbose;
}
