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
  private @Nullable Path collapsed;

  @Option(names = "--flame", paramLabel = "FILE", description = "An interactive flame graph, HTML.")
  private @Nullable Path flame;

  @Option(
      names = "--pprof",
      paramLabel = "FILE",
      description = {
        "For pprof (.pb.gz): sample types delay, contentions, holding and samples, chosen by its"
            + " -sample_index; the label lock tells the lock."
      })
  private @Nullable Path pprof;

  @Option(
      names = "--otlp",
      paramLabel = "FILE",
      description = "OpenTelemetry profiles (ProfilesData, development version), as protobuf.")
  private @Nullable Path otlp;

  @Option(
      names = "--firefox",
      paramLabel = "FILE",
      description = "Threads over time for the Firefox Profiler (profiler.firefox.com), JSON.")
  private @Nullable Path firefox;

  @Option(
      names = "--csv",
      paramLabel = "FILE",
      description = "Cores, locks, collections and progress over time, for spreadsheets.")
  private @Nullable Path csv;

  /** The first option that was given, if any. */
  public Optional<String> any() {
    return stacks != null
        ? Optional.of("--stacks")
        : named().keySet().stream().findFirst().map(ExportOptions::option);
  }

  private Map<Export, Path> named() {
    Map<Export, Path> named = new EnumMap<>(Export.class);
    put(named, Export.COLLAPSED, collapsed);
    put(named, Export.FLAME, flame);
    put(named, Export.PPROF, pprof);
    put(named, Export.OTLP, otlp);
    put(named, Export.FIREFOX, firefox);
    put(named, Export.CSV, csv);
    return named;
  }

  private static void put(Map<Export, Path> named, Export format, @Nullable Path file) {
    if (file != null) {
      named.put(format, file);
    }
  }

  private static String option(Export format) {
    return "--" + format.name().toLowerCase(Locale.ROOT);
  }

  /** What was asked for, with every file checked. */
  public Exports checked(Collection<Path> recordings) {
    Map<Export, Destination> files = new EnumMap<>(Export.class);
    named()
        .forEach(
            (format, file) ->
                files.put(format, checked(option(format), file, recordings, files.values())));
    return new Exports(files, stacks);
  }

  private static Destination checked(
      String option, Path file, Collection<Path> recordings, Collection<Destination> others) {
    Destination destination = Destination.check(option, file);
    if (recordings.stream().anyMatch(destination::is)) {
      throw new UserError(
          option + " " + file + " is the recording itself, which it would replace; name another");
    }
    if (others.stream().anyMatch(other -> other.is(file))) {
      throw new UserError(option + " " + file + " is named twice; name a file for each format");
    }
    return destination;
  }
}
