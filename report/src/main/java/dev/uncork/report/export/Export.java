package dev.uncork.report.export;

import dev.uncork.recording.Recording;
import dev.uncork.recording.TimeRange;
import dev.uncork.recording.read.Timeline;
import dev.uncork.report.words.ReadWords;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A format that another viewer reads. */
public enum Export {
  /** One line per stack. */
  COLLAPSED {
    @Override
    void write(Source source, OutputStream out) throws IOException {
      Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
      CollapsedStacks.write(source.profile(), source.kind(), text);
      text.flush();
    }
  },
  /** An interactive page. */
  FLAME {
    @Override
    void write(Source source, OutputStream out) throws IOException {
      FlameGraphPage.write(source.profile(), source.kind(), out);
    }
  },
  /** The format of pprof, gzipped. */
  PPROF {
    @Override
    void write(Source source, OutputStream out) throws IOException {
      Pprof.write(source.recording, source.profile(), out);
    }
  },
  /** OpenTelemetry profiles. */
  OTLP {
    @Override
    void write(Source source, OutputStream out) throws IOException {
      OtlpProfiles.write(source.recording, source.profile(), out);
    }
  },
  /** The thread timeline for the Firefox Profiler. */
  FIREFOX {
    @Override
    void write(Source source, OutputStream out) throws IOException {
      FirefoxProfile.write(source.recording, source.timeline(), out);
    }
  },
  /** Time series for spreadsheets. */
  CSV {
    @Override
    void write(Source source, OutputStream out) throws IOException {
      Writer text = new OutputStreamWriter(out, StandardCharsets.UTF_8);
      TimeSeriesCsv.write(source.recording, text);
      text.flush();
    }
  };

  abstract void write(Source source, OutputStream out) throws IOException;

  /** Writes a file, which is replaced once the new one is complete. */
  public void write(Source source, Path file) throws IOException {
    Path part = file.resolveSibling("." + file.getFileName() + ".part");
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(part))) {
        write(source, out);
      }
      Files.move(part, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(part);
    }
  }

  /** What is exported: a recording, and the file that it was read from. */
  public static final class Source {
    private final Recording recording;
    private final Path file;
    private final TimeRange range;
    private final @Nullable StackKind wanted;
    private @Nullable StackProfile profile;
    private @Nullable Timeline timeline;

    /**
     * A source.
     *
     * @param wanted what stacks show; null for what says most about the recording
     */
    public Source(Recording recording, Path file, TimeRange range, @Nullable StackKind wanted) {
      this.recording = recording;
      this.file = file;
      this.range = range;
      this.wanted = wanted;
    }

    StackProfile profile() {
      StackProfile known = profile;
      if (known == null) {
        known = StackProfile.of(recording);
        profile = known;
      }
      return known;
    }

    StackKind kind() {
      return wanted == null ? profile().mostTelling() : wanted;
    }

    Timeline timeline() {
      Timeline known = timeline;
      if (known == null) {
        known = Timeline.read(file, range);
        timeline = known;
      }
      return known;
    }

    /** What had to be left out, one line each. */
    public List<String> notes() {
      Timeline read = timeline;
      return read == null ? List.of() : ReadWords.lines(read.problems());
    }
  }
}
