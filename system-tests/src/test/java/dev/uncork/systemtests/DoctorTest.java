package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.nio.file.Path;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What doctor says was tried. */
@DefaultTier
class DoctorTest {
  @TempDir Path scratch;

  @FastTier
  @Test
  void observationWasTriedOnThisJdkFromItsStartAndLate() throws Exception {
    Jdk jdk = Jdk.of(17);
    Uncork.Outcome outcome =
        Uncork.command("doctor", "--json")
            .in(scratch)
            .with("UNCORK_JAVA_HOME", jdk.home().toString())
            .run();
    JsonNode findings = new ObjectMapper().readTree(outcome.outBytes());
    assertThat(states(findings, "run on 17")).containsOnly("OK");
    assertThat(states(findings, "attach to 17")).containsOnly("OK");
    for (String topic : new String[] {"kernel", "CPUs", "NUMA", "clock", "disk", "attach"}) {
      assertThat(states(findings, topic)).describedAs(topic).isNotEmpty();
    }
    assertThat(scratch).isEmptyDirectory();
  }

  private static Stream<String> states(JsonNode findings, String topic) {
    return StreamSupport.stream(findings.spliterator(), false)
        .filter(finding -> finding.path("topic").asText().startsWith(topic))
        .map(finding -> finding.path("state").asText());
  }
}
