package dev.uncork.cli.reporting;

import dev.uncork.cli.output.Destination;
import dev.uncork.recording.Recording;
import dev.uncork.recording.TimeRange;
import dev.uncork.report.export.Export;
import dev.uncork.report.export.StackKind;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files that a recording is to be exported to.
 *
 * @param stacks what stacks show; null for what says most
 */
public record Exports(Map<Export, Destination> files, @Nullable StackKind stacks) {
  public static final Exports NONE = new Exports(Map.of(), null);

  public Exports {
    files = Map.copyOf(files);
  }

  /**
   * Writes all of them.
   *
   * @param tag what the files' names have in addition when there are several recordings
   * @return what had to be left out, one line each
   */
  public List<String> write(Recording recording, Path file, TimeRange range, String tag)
      throws IOException {
    Export.Source source = new Export.Source(recording, file, range, stacks);
    for (Map.Entry<Export, Destination> export : files.entrySet()) {
      export.getKey().write(source, export.getValue().file(tag));
    }
    return source.notes();
  }
}
