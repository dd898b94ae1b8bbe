package dev.uncork.report.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.recording.Frame;
import dev.uncork.recording.Recording;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.StringReader;
import java.nio.charset.StandardCharsets;
import one.convert.Arguments;
import one.convert.FlameGraph;
import org.junit.jupiter.api.Test;

/** Collapsed stacks and flame graphs, read back by async-profiler's converter. */
class StacksTest {
  @Test
  void collapsedStacksAreWhatFlameGraphToolsRead() throws IOException {
    String lines = collapsed(Made.recording("com.acme.Cache", Made.PUT), StackKind.WAITS);

    assertThat(lines.lines())
        .containsExactly(
            "[other locks of this class];lock com.acme.Cache 1000",
            "[stack not kept];lock com.acme.Cache 1000",
            "com.acme.Worker.run;com.acme.Cache.put;lock com.acme.Cache 5001");
    assertThat(collapsed(Made.recording("com.acme.Cache", Made.PUT), StackKind.CPU))
        .isEqualTo("com.acme.Worker.run 3\n");
    assertThat(collapsed(Made.recording("com.acme.Cache", Made.PUT), StackKind.HOLDERS))
        .isEqualTo("com.acme.Worker.run;com.acme.Cache.put;lock com.acme.Cache 20\n");
  }

  @Test
  void theFlameGraphHoldsTheSameStacks() throws IOException {
    Recording recording = Made.recording("com.acme.Cache", Made.PUT);

    String page = page(recording);
    Arguments collapsedOutput = new Arguments();
    collapsedOutput.output = "collapsed";
    FlameGraph graph = new FlameGraph(collapsedOutput);
    graph.parseHtml(new StringReader(page));
    ByteArrayOutputStream lines = new ByteArrayOutputStream();
    graph.dump(lines);

    assertThat(lines.toString(StandardCharsets.UTF_8).lines().map(StacksTest::withoutMarks))
        .containsExactlyInAnyOrderElementsOf(
            collapsed(recording, StackKind.WAITS).lines().toList());
  }

  /** The converter marks the kinds of frames by suffixes. */
  private static String withoutMarks(String line) {
    return line.replaceAll("_\\[[jik01]\\]", "");
  }

  @Test
  void hostileNamesStayNames() throws IOException {
    String hostile = "a</script><script>alert(1)</script>;\n'\\\u2028b";
    Recording recording = Made.recording(hostile, new Frame(hostile, "put", "x", 1));

    String page = page(recording);
    String harmless = page(Made.recording("com.acme.Cache", Made.PUT));
    assertThat(page.split("</script>", -1)).hasSameSizeAs(harmless.split("</script>", -1));
    assertThat(collapsed(recording, StackKind.WAITS).lines())
        .allMatch(line -> line.matches("[^\\n]+ \\d+"))
        .hasSize(3);
  }

  @Test
  void anEmptyRecordingGivesAnEmptyPage() throws IOException {
    assertThat(page(Made.empty())).contains("</html>");
    assertThat(collapsed(Made.empty(), StackKind.CPU)).isEmpty();
  }

  private static String collapsed(Recording recording, StackKind kind) throws IOException {
    StringBuilder lines = new StringBuilder();
    CollapsedStacks.write(StackProfile.of(recording), kind, lines);
    return lines.toString();
  }

  private static String page(Recording recording) throws IOException {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    FlameGraphPage.write(StackProfile.of(recording), StackKind.WAITS, page);
    return page.toString(StandardCharsets.UTF_8);
  }
}
