package dev.uncork.report;

import dev.uncork.diagnosis.lever.Advice;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Lever;
import dev.uncork.diagnosis.lever.RemedyKind;
import dev.uncork.diagnosis.lever.SetupObservation;
import dev.uncork.diagnosis.lever.Why;
import dev.uncork.diagnosis.predict.Outlook;
import dev.uncork.diagnosis.predict.Prediction;
import dev.uncork.diagnosis.tune.Attempt;
import dev.uncork.diagnosis.tune.Attempt.Decision;
import dev.uncork.diagnosis.tune.Attempt.Pair;
import dev.uncork.diagnosis.tune.Grounds;
import dev.uncork.diagnosis.tune.Remark;
import dev.uncork.diagnosis.tune.Setup;
import dev.uncork.diagnosis.tune.StopReason;
import dev.uncork.diagnosis.tune.TuneResult;
import dev.uncork.report.html.TunePage;
import dev.uncork.report.json.TuneJson;
import dev.uncork.report.text.TuneText;
import dev.uncork.report.words.TuneAccount;
import dev.uncork.scaling.law.Interval;
import dev.uncork.scaling.law.MedianInterval;
import dev.uncork.scaling.network.ClosedNetwork.Load;
import dev.uncork.scaling.network.ClosedNetwork.Resource;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

/** What a tuning shows and writes, word by word. */
class TuneApprovalTest {
  private static final List<String> COMMAND = List.of("java", "-jar", "app.jar");
  private static final List<String> REFUSALS = List.of("numa: this machine has one NUMA node");
  private static final Outlook NO_OUTLOOK = Outlook.without(Outlook.Missing.Known.NOT_OBSERVED);

  private static Attempt attempt(Change change, Decision decision, double gain) {
    Lever lever =
        new Lever(
            change.kind(),
            change.lever(),
            List.of(change),
            OptionalDouble.of(0.4),
            Why.Known.SEVERAL_BOTTLENECKS,
            true);
    return new Attempt(
        lever,
        change,
        decision,
        List.of(new Pair(1000, 1000 * (1 + gain))),
        gain == 0
            ? Optional.empty()
            : Optional.of(
                new Interval(
                    gain > 0.4 ? gain - 1 : -1.0 / 0, gain, gain > 0.4 ? gain + 1 : 1.0 / 0)),
        gain == 0 ? OptionalDouble.empty() : OptionalDouble.of(0.4),
        decision == Decision.FAILED
            ? new Grounds.WrongResult("exit code 1")
            : Grounds.Known.FIGURES);
  }

  private static TuneResult journey() {
    Change counter =
        Change.remedy(
            RemedyKind.COUNTER, "counter", "counter=com.acme.explorer.states.StatesCounter");
    Change heap = Change.options(RemedyKind.HEAP, "heap", List.of("-Xms2048m", "-Xmx2048m"));
    Change wrong = Change.fill(RemedyKind.KNOB, "set", "plain");
    Setup start = new Setup(List.of());
    SetupObservation first =
        new SetupObservation(
            "7.1 threads wait for a counter", 0.6, List.of(), List.of(), List.of());
    SetupObservation last =
        new SetupObservation(
            "6 threads wait for com.acme.explorer.Queue",
            0.8,
            List.of(),
            List.of(
                new Advice(Advice.Remedy.CHUNK, "com.acme.Queue", "Queue.java:42", 0.7),
                new Advice(Advice.Remedy.STRIPE, "com.acme.Set", "", 1.0 / 0)),
            List.of());
    return new TuneResult(
        start,
        start.with(counter).with(heap),
        Optional.of(MedianInterval.of(new double[] {9990, 10_000, 10_100})),
        List.of(
            new TuneResult.Step(attempt(counter, Decision.KEPT, 0.5), 15_000),
            new TuneResult.Step(attempt(heap, Decision.KEPT, 0.2), 18_000)),
        List.of(attempt(counter, Decision.KEPT, 0.5), attempt(wrong, Decision.FAILED, 0)),
        first,
        last,
        Optional.of(new TuneResult.Comparison(10_000, 18_000, new Interval(0.05, 0.8, 0.9), 4)),
        Optional.of(StopReason.Known.NOTHING_PROMISES_MORE),
        List.of(new Remark.BaselineRunFailed("WRONG")));
  }

  /** Nothing was kept. */
  private static TuneResult nothing() {
    SetupObservation seen = new SetupObservation("", 0.9, List.of(), List.of(), List.of());
    Setup start = new Setup(List.of());
    return new TuneResult(
        start,
        start,
        Optional.of(MedianInterval.of(new double[] {0.5})),
        List.of(),
        List.of(),
        seen,
        seen,
        Optional.empty(),
        Optional.of(new StopReason.CoresBusy(0.9)),
        List.of());
  }

  private static Outlook outlook() {
    Load load = new Load(Resource.LOCK, "com.acme.Queue", 0.9);
    return new Outlook(
        List.of(
            new Prediction.Point(
                2, 2, new Interval(17_000, 18_000, 19_000), load, OptionalDouble.empty()),
            new Prediction.Point(
                384, 384, new Interval(90_000, 2e5, 4e6), load, OptionalDouble.of(3))),
        Optional.empty());
  }

  private static TuneAccount told() {
    return new TuneAccount(
        journey(),
        COMMAND,
        "operations/s",
        "uncork.plan",
        outlook(),
        REFUSALS,
        List.of("The source: faster"));
  }

  private static TuneAccount toldOfNothing() {
    return new TuneAccount(
        nothing(), COMMAND, "runs/s", "uncork.plan", NO_OUTLOOK, List.of(), List.of());
  }

  @Test
  void text() throws Exception {
    ByteArrayOutputStream text = new ByteArrayOutputStream();
    PrintStream out = new PrintStream(text, true, StandardCharsets.UTF_8);
    TuneText.print(told(), out);
    TuneText.print(toldOfNothing(), out);
    Approved.check("tune.txt", text.toString(StandardCharsets.UTF_8));
  }

  @Test
  void json() throws Exception {
    ByteArrayOutputStream json = new ByteArrayOutputStream();
    TuneJson.write(told(), Approved.occasion(COMMAND), json);
    TuneJson.write(toldOfNothing(), Approved.occasion(COMMAND), json);
    Approved.check("tune.json", Approved.anywhere(json));
  }

  @Test
  void dataOfThePage() throws Exception {
    String page = new String(TunePage.of(told()), StandardCharsets.UTF_8);
    Approved.check("tune.html.json", page.replaceAll("(?s).*id=\"data\">(.*?)</script>.*", "$1\n"));
  }
}
