package dev.uncork.benchmarks.sparkjobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.results.ResultFile;
import dev.uncork.sparkledger.price.TimeGain;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is right, and what of it is counted. */
class JobFiguresTest {
  private static final TimeGain TWICE = new TimeGain(6, 15, 22, 30);
  private static final ReportedVerdict HEALTHY =
      new ReportedVerdict("healthy", "No fault.", TimeGain.none(30));

  @TempDir private Path directory;

  private static KnownJob job(String name) {
    return KnownJobs.all().stream()
        .filter(job -> job.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aVerdictMustNameTheThing() {
    KnownJob join = job("skewed-join");
    assertThat(join.isNamedBy(new ReportedVerdict("skew", "Key customer of a join", TWICE), true))
        .isTrue();
    assertThat(join.isNamedBy(new ReportedVerdict("skew", "Some key", TWICE), true)).isFalse();
    assertThat(join.isNamedBy(new ReportedVerdict("straggler", "customer", TWICE), true)).isFalse();
  }

  @Test
  void whatNoEventTellsIsUnknownWithoutThePluginOnly() {
    KnownJob lock = job("lock");
    ReportedVerdict unknown = new ReportedVerdict("unknown", "Tasks wait.", TimeGain.none(30));
    assertThat(lock.isNamedBy(unknown, false)).isTrue();
    assertThat(lock.isNamedBy(unknown, true)).isFalse();
    assertThat(
            lock.isNamedBy(new ReportedVerdict("contended-lock", "Faults.oneAtATime", TWICE), true))
        .isTrue();
  }

  @Test
  void sharesAreThoseOfAllVerdictsAndAlarmsThoseOfHealthyJobs() throws Exception {
    JobFigures figures = new JobFigures();
    ReportedVerdict alarm = new ReportedVerdict("gc", "GC", TWICE);
    KnownJob gc = job("gc");
    figures.add(gc, "4.0", alarm, HEALTHY);
    figures.add(job("healthy-busy"), "4.0", HEALTHY, alarm);
    figures.addGain(gc, 30, 10);
    JsonNode all = written(figures, true);
    assertThat(value(all, "right-share")).isEqualTo(1);
    assertThat(value(all, "event-log-right-share")).isZero();
    assertThat(value(all, "false-alarms")).isEqualTo(0.5);
    assertThat(value(all, "gc-gain")).isEqualTo(3);
    assertThat(value(all, "gc-right")).isEqualTo(0.5);
  }

  @Test
  void aGainIsWithinTheBandThatTheRightVerdictsPromise() throws Exception {
    JobFigures figures = new JobFigures();
    ReportedVerdict wrong = new ReportedVerdict("skew", "Some key", new TimeGain(1, 2, 3, 30));
    KnownJob gc = job("gc");
    figures.add(gc, "4.0", new ReportedVerdict("gc", "GC", TWICE), wrong);
    figures.addGain(gc, 30, 20);
    KnownJob spill = job("spill");
    figures.add(spill, "4.0", new ReportedVerdict("spill", "Spill", TWICE), HEALTHY);
    figures.addGain(spill, 30, 29);
    JsonNode all = written(figures, false);
    assertThat(value(all, "gains-in-band")).isEqualTo(0.5);
    JsonNode promised = named(all, "gc-gain").path("against").path("promised");
    assertThat(promised.path("min").asDouble()).isEqualTo(1.25);
    assertThat(promised.path("value").asDouble()).isEqualTo(2);
    assertThat(promised.path("max").asDouble()).isEqualTo(3.75);
  }

  private JsonNode written(JobFigures figures, boolean whole) throws Exception {
    ResultFile results = new ResultFile("./bench spark-verdicts", "17");
    figures.addTo(results, whole);
    Path file = directory.resolve("results.json");
    results.write(file);
    return new ObjectMapper().readTree(file.toFile()).path("figures");
  }

  private static double value(JsonNode figures, String name) {
    return named(figures, name).path("value").asDouble();
  }

  private static JsonNode named(JsonNode figures, String name) {
    for (JsonNode figure : figures) {
      if (figure.path("name").asText().equals(name)) {
        return figure;
      }
    }
    throw new AssertionError("no figure " + name);
  }
}
