package dev.uncork.cli.option;

import dev.uncork.cli.error.UserError;
import dev.uncork.cli.output.Destination;
import dev.uncork.cli.reporting.Exports;
import dev.uncork.report.export.Export;
import dev.uncork.report.export.StackKind;
import java.nio.file.Path;
import java.util.Collection;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The options that write a recording for other viewers. */
public final class ExportOptions {
  private final Map<Export, Path> named = new EnumMap<>(Export.class);

  @Option(
      names = "--stacks",
      paramLabel = "KIND",
      description = {
        "What --collapsed and --flame show: waits (at locks, microseconds), holders (of locks,"
            + " samples) or cpu (running threads, samples). Default: waits if there are any."
      })
  private @Nullable StackKind stacks;

  @Option(
      names = "--collapsed",
      paramLabel = "FILE",
      description = "Collapsed stacks, one a line, for flame graph tools.")
  public void collapsed(Path file) {
    named.put(Export.COLLAPSED, file);
  }

  @Option(names = "--flame", paramLabel = "FILE", description = "An interactive flame graph, HTML.")
  public void flame(Path file) {
    named.put(Export.FLAME, file);
  }

  @Option(
      names = "--pprof",
      paramLabel = "FILE",
      description = {
        "For pprof (.pb.gz): sample types delay, contentions, holding and samples, chosen by its"
            + " -sample_index; the label lock tells the lock."
      })
  public void pprof(Path file) {
    named.put(Export.PPROF, file);
  }

  @Option(
      names = "--otlp",
      paramLabel = "FILE",
      description = "OpenTelemetry profiles (ProfilesData, development version), as protobuf.")
  public void otlp(Path file) {
    named.put(Export.OTLP, file);
  }

  @Option(
      names = "--firefox",
      paramLabel = "FILE",
      description = "Threads over time for the Firefox Profiler (profiler.firefox.com), JSON.")
  public void firefox(Path file) {
    named.put(Export.FIREFOX, file);
  }

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Cores, locks, collections and progress over time, for spreadsheets.")
  public void csv(Path file) {
    named.put(Export.CSV, file);
  }

  /** The first option that was given, if any. */
  public Optional<String> any() {
    return stacks != null
        ? Optional.of("--stacks")
        : named.keySet().stream().findFirst().map(ExportOptions::option);
  }

  private static String option(Export format) {
    return "--" + format.name().toLowerCase(Locale.ROOT);
  }

  /** What was asked for, with every file checked. */
  public Exports checked(Collection<Path> recordings) {
    Map<Export, Destination> files = new EnumMap<>(Export.class);
    named.forEach(
        (format, file) -> {
          String option = option(format);
          Destination destination = Destination.check(option, file);
          for (Path recording : recordings) {
            if (destination.is(recording)) {
              throw new UserError(
                  option
                      + " "
                      + file
                      + " is the recording itself, which it would replace; name another");
            }
          }
          files
              .values()
              .forEach(
                  other -> {
                    if (other.is(file)) {
                      throw new UserError(
                          option + " " + file + " is named twice; name a file for each format");
                    }
                  });
          files.put(format, destination);
        });
    return new Exports(files, stacks);
  }
}
