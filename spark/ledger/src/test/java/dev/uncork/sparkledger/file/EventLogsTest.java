package dev.uncork.sparkledger.file;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EventLogsTest {
  @TempDir Path dir;

  @Test
  void whatHoldsNoEventsIsNoLog() throws IOException {
    Files.writeString(dir.resolve("a.json"), "{\"event\":\"x\"}");
    Files.writeString(dir.resolve("empty.inprogress"), "");
    Files.write(dir.resolve("a.zstd"), new byte[] {0x28, (byte) 0xB5, 0x2F, (byte) 0xFD, 1, 2});
    Files.writeString(dir.resolve("a.jfr"), "FLR\0");
    Files.createDirectory(dir.resolve("eventlog_v2_app-1"));
    Files.createFile(dir.resolve("eventlog_v2_app-1/appstatus_app-1"));

    assertThat(EventLogs.in(dir).logs()).isEmpty();
    assertThat(EventLogs.in(dir).unreadable())
        .extracting(path -> path.getFileName().toString())
        .containsExactly("a.zstd", "empty.inprogress", "eventlog_v2_app-1");
    assertThat(EventLogs.at(dir)).isEmpty();
    assertThat(EventLogs.at(dir.resolve("no-such"))).isEmpty();
  }

  @Test
  void findsLogsOfEveryKindInADirectory() throws IOException {
    for (String codec : SampleLog.CODECS) {
      SampleLog.write(dir.resolve("app-" + codec), codec, SampleLog.lines(1));
    }
    Path rolled = Files.createDirectory(dir.resolve("eventlog_v2_app-9"));
    SampleLog.write(rolled.resolve("events_1_app-9"), "none", SampleLog.lines(1));
    Path below = Files.createDirectory(dir.resolve("may"));
    SampleLog.write(below.resolve("app-may"), "lz4", SampleLog.lines(1));
    Files.writeString(dir.resolve(".app-none.crc"), "{\"Event\":\"");
    Files.writeString(dir.resolve("README"), "notes");

    List<LogFiles> logs = EventLogs.in(dir).logs();

    assertThat(logs)
        .extracting(log -> dir.relativize(log.path()).toString())
        .containsExactly(
            "app-gzip",
            "app-lz4",
            "app-lzf",
            "app-none",
            "app-snappy",
            "app-zstd",
            "eventlog_v2_app-9",
            "may/app-may");
  }
}
