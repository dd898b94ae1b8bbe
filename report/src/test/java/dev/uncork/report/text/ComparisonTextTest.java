package dev.uncork.report.text;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.diagnosis.Comparison;
import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.report.MadeUp;
import dev.uncork.report.json.ComparisonJson;
import dev.uncork.report.words.CautionWords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class ComparisonTextTest {
  private static final Comparison RELIEVED =
      Comparison.of(Diagnosis.of(MadeUp.hotLock()), Diagnosis.of(MadeUp.healthy()));

  @Test
  void saysWhatChangedInColumns() throws IOException {
    StringBuilder text = new StringBuilder();
    new ComparisonText(TextReport.Options.plain()).render(RELIEVED, text);

    assertThat(text.toString().lines())
        .anySatisfy(line -> assertThat(line).matches("Operations/s +9,400 +9,400 +\\+0 %"))
        .anySatisfy(line -> assertThat(line).matches("Busy cores +1\\.19 +1\\.94 +\\+63 %"))
        .anySatisfy(
            line -> assertThat(line).matches("tlc\\.tool\\.ModelChecker +5\\.94 +0\\.00 +-100 %"))
        .anySatisfy(line -> assertThat(line).startsWith("Caution   A difference below 10 %"))
        .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
  }

  @Test
  void theSameAsJson() throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ComparisonJson.write(RELIEVED, out);
    JsonNode json = new ObjectMapper().readTree(out.toByteArray());

    assertThat(json.path("busyCores").path("after").asDouble()).isBetween(1.9, 2.0);
    assertThat(json.path("locks").path(0).path("name").asText()).isEqualTo("tlc.tool.ModelChecker");
    assertThat(json.path("locks").path(0).path("blockedThreads").path("after").asDouble()).isZero();
    assertThat(json.path("before").path("verdictKind").asText()).isEqualTo("contended-lock");
    assertThat(json.path("locksOmitted").asInt()).isZero();
  }

  @Test
  void recordingsThatAreHardToCompareAreNamed() {
    Comparison comparison =
        Comparison.of(Diagnosis.of(MadeUp.hotLock()), Diagnosis.of(MadeUp.foreign()));

    assertThat(comparison.cautions().stream().map(CautionWords::text))
        .anyMatch(line -> line.startsWith("The number of cores differs: 2 before, 16 after"))
        .anyMatch(line -> line.startsWith("The source of lock figures differs"))
        .anyMatch(line -> line.startsWith("The command differs"));
    assertThat(comparison.locks())
        .as("a lock that is new has no share")
        .anySatisfy(
            lock -> {
              assertThat(lock.name()).isEqualTo("com.acme.Cache");
              assertThat(lock.blockedThreads().share()).isEmpty();
            });
  }
}
