package dev.uncork.cli.predict;

import dev.uncork.cli.chart.LineChart;
import dev.uncork.cli.chart.Page;
import dev.uncork.cli.sweep.Units;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.LockDemand;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A prediction as a picture, or as a page with the picture and the tables. */
public final class PredictionPage {
  private PredictionPage() {}

  /** The picture alone. */
  public static LineChart picture(Prediction prediction) {
    return PredictionChart.draw(prediction);
  }

  /** Writes the page. */
  public static void write(Prediction prediction, List<String> command, OutputStream to)
      throws IOException {
    Page page = new Page("uncork predict", "Predicted throughput").command(command);
    page.paragraph(PredictionText.measured(prediction.estimate()));
    if (!prediction.calibrated()) {
      page.remark(PredictionText.NOT_CALIBRATED);
    }
    prediction.estimate().warnings().forEach(w -> page.remark("not to be trusted: " + w));
    page.picture(picture(prediction));
    page.heading("Now").table(headings(), rows(prediction.now()));
    int number = 1;
    for (Prediction.Step step : prediction.journey()) {
      page.heading("Step " + number++ + ": " + PredictionText.describe(step.remedy()));
      page.table(headings(), rows(step.curve()));
    }
    page.heading("What one operation needs of each lock");
    page.table(
        List.of("lock", "visits", "hold µs", "hand-off µs"),
        prediction.estimate().forecast().workload().locks().stream()
            .map(PredictionPage::row)
            .toList());
    page.heading("What each remedy alone brings, at the most cores");
    page.table(List.of("lock", "remedy", "gain", "band"), gains(prediction));
    page.write(to);
  }

  private static List<String> headings() {
    return List.of("cores", "throughput", "band", "limited by");
  }

  private static List<List<String>> rows(List<Prediction.Point> points) {
    List<List<String>> rows = new ArrayList<>();
    for (Prediction.Point point : points) {
      Interval band = point.throughput();
      rows.add(
          List.of(
              Integer.toString(point.cores()),
              Units.threeDigits(band.value()),
              Units.threeDigits(band.low()) + " to " + Units.threeDigits(band.high()),
              PredictionText.describe(point.bottleneck())));
    }
    return rows;
  }

  private static List<String> row(LockDemand lock) {
    return List.of(
        lock.name(),
        String.format(Locale.ROOT, "%.3g", lock.visits()),
        String.format(Locale.ROOT, "%.3f", lock.holdSeconds() * 1e6),
        String.format(Locale.ROOT, "%.3f", lock.handOff().seconds() * 1e6));
  }

  private static List<List<String>> gains(Prediction prediction) {
    int most = prediction.now().get(prediction.now().size() - 1).cores();
    return prediction.remedies().stream()
        .filter(gain -> gain.cores() == most)
        .map(
            gain ->
                List.of(
                    gain.remedy().lock(),
                    gain.remedy().label(),
                    percent(gain.gain().value()),
                    percent(gain.gain().low()) + " to " + percent(gain.gain().high())))
        .toList();
  }

  private static String percent(double share) {
    return String.format(Locale.ROOT, "%+.0f %%", 100 * share);
  }
}
