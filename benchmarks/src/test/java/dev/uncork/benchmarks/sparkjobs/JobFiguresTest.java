package dev.uncork.benchmarks.sparkjobs;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.benchmarks.results.ResultFile;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is right, and what of it is counted. */
class JobFiguresTest {
  private static final ReportedVerdict HEALTHY = new ReportedVerdict("healthy", "No fault.", 1);

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
    assertThat(join.isNamedBy(new ReportedVerdict("skew", "Key customer of a join", 2), true))
        .isTrue();
    assertThat(join.isNamedBy(new ReportedVerdict("skew", "Some key", 2), true)).isFalse();
    assertThat(join.isNamedBy(new ReportedVerdict("straggler", "customer", 2), true)).isFalse();
  }

  @Test
  void whatNoEventTellsIsUnknownWithoutThePluginOnly() {
    KnownJob lock = job("lock");
    ReportedVerdict unknown = new ReportedVerdict("unknown", "Tasks wait.", 1);
    assertThat(lock.isNamedBy(unknown, false)).isTrue();
    assertThat(lock.isNamedBy(unknown, true)).isFalse();
    assertThat(lock.isNamedBy(new ReportedVerdict("contended-lock", "Faults.oneAtATime", 2), true))
        .isTrue();
  }

  @Test
  void sharesAreThoseOfAllVerdictsAndAlarmsThoseOfHealthyJobs() throws Exception {
    JobFigures figures = new JobFigures();
    ReportedVerdict alarm = new ReportedVerdict("gc", "GC", 2);
    KnownJob gc = job("gc");
    figures.add(gc, "4.0", alarm, HEALTHY);
    figures.add(job("healthy-busy"), "4.0", HEALTHY, alarm);
    figures.addGain(gc, 30, 10);
    ResultFile results = new ResultFile("./bench spark-verdicts", "17");
    figures.addTo(results, true);
    Path file = directory.resolve("results.json");
    results.write(file);
    JsonNode all = new ObjectMapper().readTree(file.toFile()).path("figures");
    assertThat(value(all, "right-share")).isEqualTo(1);
    assertThat(value(all, "event-log-right-share")).isZero();
    assertThat(value(all, "false-alarms")).isEqualTo(0.5);
    assertThat(value(all, "gc-gain")).isEqualTo(3);
    assertThat(value(all, "gc-right")).isEqualTo(0.5);
  }

  private static double value(JsonNode figures, String name) {
    for (JsonNode figure : figures) {
      if (figure.path("name").asText().equals(name)) {
        return figure.path("value").asDouble();
      }
    }
    throw new AssertionError("no figure " + name);
  }
}
