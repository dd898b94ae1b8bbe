package dev.uncork.report.html;

import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.report.chart.PredictionChart;
import dev.uncork.report.words.Amounts;
import dev.uncork.report.words.PredictionWords;
import dev.uncork.report.words.PriceWords;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.LockDemand;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** A prediction as a page with the picture and the tables. */
public final class PredictionPage {
  private PredictionPage() {}

  /** Writes the page. */
  public static void write(Prediction prediction, List<String> command, OutputStream to)
      throws IOException {
    PlainPage page = new PlainPage("uncork predict", "Predicted throughput").command(command);
    page.paragraph(PredictionWords.measured(prediction.estimate()));
    if (!prediction.calibrated()) {
      page.remark(PredictionWords.NOT_CALIBRATED);
    }
    PriceWords.doubts(prediction.estimate().doubts())
        .forEach(doubt -> page.remark("not to be trusted: " + doubt));
    page.picture(PredictionChart.draw(prediction));
    List<ProgramEstimate.Measured> curve = prediction.estimate().measuredCurve();
    if (!curve.isEmpty()) {
      page.heading(PredictionWords.MEASURED_CURVE);
      page.table(
          List.of("cores", "throughput", "band"), curve.stream().map(PredictionPage::row).toList());
    }
    page.heading("Now").table(headings(), rows(prediction.now()));
    int number = 1;
    for (Prediction.Step step : prediction.journey()) {
      page.heading("Step " + number++ + ": " + PredictionWords.remedy(step.remedy()));
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
              Amounts.scaled(band.value()),
              Amounts.scaled(band.low()) + " to " + Amounts.scaled(band.high()),
              PredictionWords.bottleneck(point.bottleneck())));
    }
    return rows;
  }

  private static List<String> row(ProgramEstimate.Measured point) {
    Interval band = point.throughput();
    return List.of(
        Integer.toString(point.cores()),
        Amounts.scaled(band.value()),
        Amounts.scaled(band.low()) + " to " + Amounts.scaled(band.high()));
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
                    Amounts.change(gain.gain().value()),
                    Amounts.change(gain.gain().low())
                        + " to "
                        + Amounts.change(gain.gain().high())))
        .toList();
  }
}
