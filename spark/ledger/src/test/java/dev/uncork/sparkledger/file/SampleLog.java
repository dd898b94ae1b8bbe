package dev.uncork.sparkledger.file;

import com.github.luben.zstd.ZstdOutputStreamNoFinalizer;
import com.ning.compress.lzf.LZFOutputStream;
import dev.uncork.sparkledger.log.EventLines;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4BlockOutputStream;
import org.xerial.snappy.SnappyOutputStream;

/** Small logs, compressed by the libraries and settings that Spark compresses with. */
final class SampleLog {
  /** Names of codecs as Spark has them, one for none, and gzip for what people keep. */
  static final List<String> CODECS = List.of("none", "zstd", "lz4", "snappy", "lzf", "gzip");

  private SampleLog() {}

  /** Events of an application with one job of some tasks. */
  static List<String> lines(int tasks) {
    List<String> lines = new ArrayList<>();
    lines.add(EventLines.logStart());
    lines.add(EventLines.executorAdded("1", 2, 10));
    lines.add(EventLines.settings("'spark.app.name':'sums'"));
    lines.add(EventLines.applicationStart());
    lines.add(
        EventLines.queryStart(
            0,
            "{'nodeName':'Scan','simpleString':'Scan x','children':[],'metrics':[{'name':'rows','accumulatorId':2,'metricType':'sum'}]}",
            50));
    lines.add(EventLines.jobStart(0, 0, 60, "'spark.sql.execution.id':'0'"));
    lines.add(EventLines.stageSubmitted(0, 0, 70));
    for (int i = 0; i < tasks; i++) {
      lines.add(EventLines.taskStart(0, i, i, "1", 80 + i));
      lines.add(
          EventLines.taskEnd(
              0,
              EventLines.taskInfo(i, i, "1", 80 + i, 100 + i, EventLines.metric(2, 10)),
              "{'Reason':'Success'}",
              20));
    }
    lines.add(EventLines.stageCompleted(0, 0, 70, 200 + tasks));
    lines.add(EventLines.jobEnd(0, 210 + tasks));
    lines.add(EventLines.queryEnd(0, 220 + tasks));
    lines.add(EventLines.applicationEnd(300 + tasks));
    return lines;
  }

  /** Writes lines to a file as Spark does, which flushes now and then. */
  static Path write(Path file, String codec, List<String> lines) throws IOException {
    try (OutputStream out = compressing(codec, Files.newOutputStream(file))) {
      int count = 0;
      for (String line : lines) {
        out.write((line + "\n").getBytes(StandardCharsets.UTF_8));
        if (++count % 5 == 0) {
          out.flush();
        }
      }
    }
    return file;
  }

  static OutputStream compressing(String codec, OutputStream out) throws IOException {
    return switch (codec) {
      case "none" -> out;
      case "zstd" -> new ZstdOutputStreamNoFinalizer(out, 1).setCloseFrameOnFlush(true);
      case "lz4" -> new LZ4BlockOutputStream(out, 32 << 10);
      case "snappy" -> new SnappyOutputStream(out, 32 << 10);
      case "lzf" -> new LZFOutputStream(out).setFinishBlockOnFlush(true);
      case "gzip" -> new GZIPOutputStream(out);
      default -> throw new IllegalArgumentException(codec);
    };
  }
}
