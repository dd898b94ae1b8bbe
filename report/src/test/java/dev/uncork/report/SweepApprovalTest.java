package dev.uncork.report;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.report.chart.SweepChart;
import dev.uncork.report.export.SweepCsv;
import dev.uncork.report.html.SweepPage;
import dev.uncork.report.json.SweepJson;
import dev.uncork.report.text.Look;
import dev.uncork.report.text.SweepText;
import dev.uncork.scaling.sweep.Point;
import dev.uncork.scaling.sweep.SweepResult;
import dev.uncork.scaling.sweep.Trial;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

/** What a sweep shows and writes, word by word. */
class SweepApprovalTest {
  private static final List<String> COMMAND = List.of("sweep", "--workers", "1,2,4", "--", "a<b>");

  /** Two curves: one with laws, noise and a failed run, and one with a hole. */
  private static SweepResult result() {
    List<Point> points = new ArrayList<>();
    List<Trial> trials = new ArrayList<>();
    for (String option : List.of("-Dstripes=1", "-Dstripes=16")) {
      for (int workers : List.of(1, 2, 4)) {
        Point point = new Point(workers, "1g", List.of(option));
        points.add(point);
        for (int round = 1; round <= 3; round++) {
          boolean wrong = workers == 4 && (round == 2 || option.endsWith("16"));
          trials.add(
              new Trial(
                  point,
                  round,
                  12_345 * Math.sqrt(workers) * (1 + 0.1 * round),
                  2.5,
                  round == 3 ? 0.4 : 0.01,
                  wrong ? "exit code 1, \"bad\"" : null));
        }
      }
    }
    return SweepResult.of("operations/s", points, trials);
  }

  private static String text(boolean blocks, int width) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
    SweepText.print(result(), new Look(width, false, blocks), out);
    return text.toString(StandardCharsets.UTF_8);
  }

  @Test
  void text() throws Exception {
    Approved.check("sweep.txt", text(false, 80) + text(true, 120));
  }

  @Test
  void json() throws Exception {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    SweepJson.write(result(), Approved.occasion(COMMAND), false, json);
    Approved.check("sweep.json", Approved.anywhere(json));
  }

  @Test
  void csv() throws Exception {
    ByteArrayOutputStream csv = new ByteArrayOutputStream();
    SweepCsv.write(result(), csv);
    Approved.check("sweep.csv", csv.toString(StandardCharsets.UTF_8));
  }

  @Test
  void html() throws Exception {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    SweepPage.write(result(), COMMAND, false, page);
    Approved.check("sweep.html", Approved.withoutPictures(page));
  }

  @Test
  void pictureIsReadableByOthers() throws Exception {
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    SweepChart.draw(result()).writePng(png);
    assertThat(ImageIO.read(new ByteArrayInputStream(png.toByteArray())).getWidth())
        .isEqualTo(1000);
  }
}
