package dev.uncork.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.cli.launch.JavaHome;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.RemedyKind;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Entries that no longer fit are left out with the reason; the others are applied. */
class PlanFitTest {
  @TempDir Path scratch;
  private final List<String> said = new ArrayList<>();

  private List<String> fitting(List<String> command, int jdk, Plan.Entry... entries) {
    Optional<JavaHome> java =
        jdk == 0 ? Optional.empty() : Optional.of(new JavaHome(Path.of("x"), jdk + ".0.1", false));
    return new PlanFit(command, java, scratch)
        .fitting(new Plan(Map.of(), List.of(entries)), said::add).stream()
            .map(entry -> entry.change().text())
            .toList();
  }

  private static Plan.Entry entry(Change change, Plan.Requirements requirements) {
    return new Plan.Entry(change, requirements, List.of());
  }

  private static final Change HEAP = Change.options(RemedyKind.HEAP, "heap", List.of("-Xmx2g"));

  @Test
  void anotherJvmIsRefusedAndTheRestGoesOn() {
    Plan.Entry other = entry(HEAP, new Plan.Requirements(17, 0, Map.of(), Map.of()));
    Plan.Entry fits =
        entry(Change.fill(RemedyKind.WORKERS, "workers", "4"), Plan.Requirements.NONE);
    assertThat(fitting(List.of("java", "A", "{workers}"), 25, other, fits))
        .containsExactly("workers 4");
    assertThat(said).singleElement().asString().contains("proven on JDK 17, this is JDK 25");
    assertThat(fitting(List.of("java", "A", "{workers}"), 17, other)).hasSize(1);
    said.clear();
    assertThat(fitting(List.of("start.sh"), 0, other)).isEmpty();
    assertThat(said.get(0)).contains("start.sh");
  }

  @Test
  void aMissingPlaceholderIsSaid() {
    assertThat(
            fitting(
                List.of("java", "A"),
                17,
                entry(Change.fill(RemedyKind.WORKERS, "workers", "4"), Plan.Requirements.NONE)))
        .isEmpty();
    assertThat(said.get(0)).contains("the command has no {workers}");
  }

  @Test
  void moreCoresThanThisMachineHasAreLeftOut() {
    int here = Runtime.getRuntime().availableProcessors();
    Plan.Entry fits = entry(cores(here), Plan.Requirements.NONE);
    Plan.Entry tooMany = entry(cores(here + 1), Plan.Requirements.NONE);
    assertThat(fitting(List.of("java", "A"), 17, fits)).hasSize(1);
    assertThat(fitting(List.of("java", "A"), 17, tooMany)).isEmpty();
    assertThat(said).singleElement().asString().contains("this machine has " + here + " cores");
  }

  private static Change cores(int count) {
    return Change.remedy(RemedyKind.CORES, "cores", "cores=" + count);
  }

  @Test
  void aChangedClassIsRefused() throws Exception {
    Path type = Files.createDirectories(scratch.resolve("classes/com/acme")).resolve("A.class");
    Files.write(type, new byte[] {1, 2, 3});
    String before = Fingerprint.of(type).orElseThrow();
    Plan.Entry entry =
        entry(HEAP, new Plan.Requirements(0, 0, Map.of("com.acme.A", before), Map.of()));
    List<String> command =
        List.of("java", "-cp", scratch.resolve("classes").toString(), "com.acme.A");
    assertThat(fitting(command, 17, entry)).hasSize(1);
    Files.write(type, new byte[] {1, 2, 4});
    assertThat(fitting(command, 17, entry)).isEmpty();
    assertThat(said.get(0)).contains("com.acme.A has changed since");
    Files.delete(type);
    assertThat(fitting(command, 17, entry)).isEmpty();
    assertThat(said.get(1)).contains("not on the class path");
  }

  @Test
  void aChangedFileOfThePlanIsRefused() throws Exception {
    Path file = scratch.resolve("quiet.xml");
    Files.writeString(file, "<a/>");
    Plan.Entry entry =
        entry(
            HEAP,
            new Plan.Requirements(
                0, 0, Map.of(), Map.of("quiet.xml", Fingerprint.of(file).orElseThrow())));
    assertThat(fitting(List.of("java", "A"), 17, entry)).hasSize(1);
    Files.writeString(file, "<b/>");
    assertThat(fitting(List.of("java", "A"), 17, entry)).isEmpty();
    assertThat(said.get(0)).contains("quiet.xml has changed since");
  }

  @Test
  void tooLittleMemoryIsRefused() {
    Plan.Entry entry = entry(HEAP, new Plan.Requirements(0, 1L << 40, Map.of(), Map.of()));
    assertThat(fitting(List.of("java", "A"), 17, entry)).isEmpty();
    assertThat(said.get(0)).contains("MiB of memory");
  }

  @Test
  void optionsTakeThePlaceOfTheCommandsOwn() {
    PlannedCommand applied =
        PlannedCommand.of(
            List.of(
                "java", "-Xmx1g", "-cp", "-Xmx9g", "-Dx=1", "-XX:+UseG1GC", "A", "-Xmx1g", "{n}"),
            List.of(
                HEAP,
                Change.options(RemedyKind.HEAP, "collector", List.of("-XX:+UseParallelGC")),
                Change.options(RemedyKind.QUIET, "quiet", List.of("-Dlog={plan}/q.xml")),
                Change.options(RemedyKind.KNOB, "-Dx", List.of("-Dx=7")),
                Change.fill(RemedyKind.KNOB, "n", "5")),
            Path.of("/p"));
    assertThat(applied.words())
        .containsExactly(
            "java",
            "-Xmx2g",
            "-XX:+UseParallelGC",
            "-Dlog=/p/q.xml",
            "-Dx=7",
            "-cp",
            "-Xmx9g",
            "A",
            "-Xmx1g",
            "5");
    assertThat(applied.scriptOptions()).isEmpty();
    PlannedCommand script = PlannedCommand.of(List.of("start.sh"), List.of(HEAP), Path.of("/p"));
    assertThat(script.words()).containsExactly("start.sh");
    assertThat(script.scriptOptions()).containsExactly("-Xmx2g");
  }
}
