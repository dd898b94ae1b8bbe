package dev.uncork.report;

import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.price.Doubt;
import dev.uncork.diagnosis.price.ProgramEstimate;
import dev.uncork.report.html.PredictionPage;
import dev.uncork.report.json.PredictionJson;
import dev.uncork.report.text.Look;
import dev.uncork.report.text.PredictionText;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.network.ClosedNetwork.Load;
import dev.uncork.scaling.network.ClosedNetwork.Resource;
import dev.uncork.scaling.network.Forecast;
import dev.uncork.scaling.network.HandOff;
import dev.uncork.scaling.network.LockDemand;
import dev.uncork.scaling.network.Uncertainty;
import dev.uncork.scaling.network.Workload;
import dev.uncork.scaling.network.WorkloadChange;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What a prediction shows and writes, word by word. */
class PredictionApprovalTest {
  private static final List<String> COMMAND = List.of("predict", "a&b.jfr", "--cores", "8,384");

  private static final Doubt CHANGED = new Doubt.Unsteady(10, 20);

  private static Prediction prediction(boolean counted, List<Doubt> doubts) {
    LockDemand counter = new LockDemand("com.acme.Counter", 1, 0.05e-6, 15e-6, 1);
    LockDemand queue =
        new LockDemand(
            "com.acme.Queue", 2.25, 8e-6, new HandOff(HandOff.Passing.FREE, 2e-6, 1e-6), 4);
    ProgramEstimate estimate =
        new ProgramEstimate(
            new Forecast(
                new Workload(440e-6, 1e-6, 3e-6, 2e-6, List.of(counter, queue)),
                Uncertainty.none()),
            8,
            7.5,
            counted ? 12_345 : 1,
            counted,
            counted ? 13_000 : 1.1,
            counted ? MadeUpCurve.curve() : CoreCurve.NONE,
            doubts);
    WorkloadChange remove = new WorkloadChange(WorkloadChange.Kind.REMOVE, counter.name(), 1);
    WorkloadChange stripe = new WorkloadChange(WorkloadChange.Kind.STRIPE, queue.name(), 1024);
    Load lock = new Load(Resource.LOCK, counter.name(), 1.02);
    return new Prediction(
        estimate,
        !counted,
        List.of(
            point(8, 15_000, lock, OptionalDouble.empty()),
            point(384, 60_500, lock, OptionalDouble.of(50_000))),
        5.4,
        List.of(
            new Prediction.Gain(remove, 8, new Interval(-0.01, 0.004, 0.02)),
            new Prediction.Gain(remove, 384, new Interval(0.3, 0.5, 0.9)),
            new Prediction.Gain(stripe, 384, new Interval(0, 0, 0))),
        List.of(
            new Prediction.Step(
                remove,
                List.of(
                    point(8, 17_000, new Load(Resource.CORES, "", 0.97), OptionalDouble.empty()),
                    point(384, 1.6e6, new Load(Resource.SERIAL, "", 0.5), OptionalDouble.empty()))),
            new Prediction.Step(
                new WorkloadChange(WorkloadChange.Kind.PARALLEL, "", 1),
                List.of(
                    point(8, 17_500, new Load(Resource.THREADS, "", 0.3), OptionalDouble.empty()),
                    point(
                        384, 2.5e9, new Load(Resource.CORES, "", 0.9), OptionalDouble.empty())))));
  }

  private static Prediction.Point point(
      int cores, double throughput, Load bottleneck, OptionalDouble simulated) {
    Interval band = new Interval(throughput * 0.8, throughput, throughput * 1.3);
    return new Prediction.Point(cores, cores, band, bottleneck, simulated);
  }

  private static String text(Prediction prediction, boolean insist, boolean blocks, int width) {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
    PredictionText.print(prediction, insist, new Look(width, false, blocks), out);
    return text.toString(StandardCharsets.UTF_8);
  }

  @Test
  void text() throws Exception {
    Prediction broken = prediction(false, List.of(CHANGED, new Doubt.DoesNotFit(10, 30)));
    Approved.check(
        "predict.txt",
        text(prediction(true, List.of()), false, false, 80)
            + text(broken, false, true, 120)
            + text(broken, true, true, 120));
  }

  @Test
  void json() throws Exception {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    PredictionJson.write(prediction(true, List.of()), false, json);
    PredictionJson.write(prediction(false, List.of(CHANGED)), false, json);
    Approved.check("predict.json", Approved.anywhere(json));
  }

  @Test
  void html() throws Exception {
    ByteArrayOutputStream page = new ByteArrayOutputStream();
    PredictionPage.write(
        prediction(true, List.of(new Doubt.DemandUnknown("a <lock>"))), COMMAND, page);
    Approved.check("predict.html", Approved.withoutPictures(page));
  }
}
