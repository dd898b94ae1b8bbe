package dev.uncork.cli.plan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.uncork.cli.error.UserError;
import dev.uncork.diagnosis.lever.Change;
import dev.uncork.diagnosis.lever.Effect;
import dev.uncork.diagnosis.lever.RemedyKind;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A plan survives being written and read; whatever else is read is refused in one line. */
class PlanFileTest {
  @TempDir Path scratch;

  private static Plan plan(String odd) {
    return new Plan(
        Map.of("by", "uncork 0.1.0", "program", odd),
        List.of(
            new Plan.Entry(
                new Change(
                    RemedyKind.KNOB,
                    "set",
                    odd,
                    new Effect.Several(
                        List.of(
                            new Effect.JvmOptions(List.of("-Dset=" + odd)),
                            new Effect.Fills(Map.of("set", odd))))),
                Plan.Requirements.NONE,
                List.of()),
            new Plan.Entry(
                Change.options(RemedyKind.HEAP, "heap", List.of("-Xms2g", "-Xmx2g")),
                new Plan.Requirements(17, 4096, Map.of(), Map.of()),
                List.of()),
            new Plan.Entry(
                Change.remedy(RemedyKind.RESERVE, "reserve", "reserve=com.acme.*"),
                new Plan.Requirements(
                    25, 0, Map.of("com.acme.Buffer", "sha256:00ff"), Map.of("a.xml", "sha256:1")),
                List.of())));
  }

  @Test
  void whatIsWrittenIsRead() {
    for (String odd : List.of("x", "a \"b\" \\ c\n\t#[]={}", "ünï€𝄞", "'", "\u0001\u007f")) {
      Plan plan = plan(odd);
      assertThat(PlanFile.parse(PlanFile.write(plan), "p")).isEqualTo(plan);
    }
  }

  @Test
  void randomTextsSurviveToo() {
    Random random = new Random(7);
    for (int i = 0; i < 500; i++) {
      StringBuilder odd = new StringBuilder("v");
      for (int n = random.nextInt(20); n > 0; n--) {
        int c = random.nextInt(random.nextBoolean() ? 128 : 0xD800);
        odd.appendCodePoint(c);
      }
      Plan plan = plan(odd.toString());
      assertThat(PlanFile.parse(PlanFile.write(plan), "p")).isEqualTo(plan);
    }
  }

  @Test
  void damagedPlansAreReadOrRefusedNeverMore() {
    byte[] good = PlanFile.write(plan("x")).getBytes(StandardCharsets.UTF_8);
    Random random = new Random(11);
    int refused = 0;
    for (int i = 0; i < 5000; i++) {
      byte[] bad = good.clone();
      for (int n = 1 + random.nextInt(4); n > 0; n--) {
        bad[random.nextInt(bad.length)] =
            (byte)
                (random.nextBoolean()
                    ? random.nextInt()
                    : "[]{}=\"\\'.#\n,-0".charAt(random.nextInt(14)));
      }
      int length = random.nextInt(5) == 0 ? random.nextInt(bad.length) : bad.length;
      String text = new String(bad, 0, length, StandardCharsets.UTF_8);
      try {
        PlanFile.parse(text, "p");
      } catch (UserError e) {
        refused++;
        assertThat(e.getMessage()).startsWith("the plan p").doesNotContain("\n");
      }
    }
    assertThat(refused).isGreaterThan(1000);
  }

  @Test
  void whatIsWrongIsNamed() throws Exception {
    List<String> bad =
        new ArrayList<>(
            List.of(
                "", "format = 1", // no format
                "format = 2\n", "expected format = 1",
                "format = 1\nremedies = 1\n", "'remedies' is not known",
                "format = 1\n[[remedy]]\nkind = \"magic\"\n", "no such remedy",
                "format = 1\n[[remedy]]\nkind = \"knob\"\nlever = 3\n", "expected lever"));
    bad.addAll(
        List.of(
            "format = 1\n"
                + "[[remedy]]\n"
                + "kind=\"heap\"\n"
                + "lever=\"a\"\n"
                + "value=\"b\"\n"
                + "jvm-options=[\"rm\"]\n",
            "'rm' is not an option of a JVM",
            "format = \n",
            "not TOML"));
    for (int i = 0; i < bad.size(); i += 2) {
      String text = bad.get(i);
      assertThatThrownBy(() -> PlanFile.parse(text, "p"))
          .isInstanceOf(UserError.class)
          .hasMessageContaining(bad.get(i + 1));
    }
    Path binary = scratch.resolve("binary.plan");
    Files.write(binary, new byte[] {(byte) 0xff, 0, 1});
    assertThatThrownBy(() -> PlanFile.read(binary)).hasMessageContaining("not UTF-8");
    assertThatThrownBy(() -> PlanFile.read(scratch.resolve("none")))
        .hasMessageContaining("can't be read");
  }

  @Test
  void whereNothingWasProvenItsHeadingSaysSo() {
    assertThat(PlanFile.write(plan("x"))).startsWith("# What uncork tune proved to make");
    Plan.Entry entry = plan("x").entries().get(0);
    Plan asItWas =
        new Plan(
            Map.of(),
            List.of(
                new Plan.Entry(
                    entry.change(), entry.requirements(), List.of(Plan.Entry.AS_IT_WAS))));
    for (Plan nothing : List.of(asItWas, new Plan(Map.of(), List.of()))) {
      assertThat(PlanFile.write(nothing)).startsWith("# uncork tune proved nothing to make");
    }
  }

  @Test
  void commentsStayOnTheirLine() {
    Plan.Entry entry = plan("x").entries().get(0);
    Plan plan =
        new Plan(
            Map.of(),
            List.of(
                new Plan.Entry(entry.change(), entry.requirements(), List.of("+5 %\nformat = 9"))));
    assertThat(PlanFile.write(plan)).contains("# +5 % format = 9\n[[remedy]]");
    assertThat(PlanFile.parse(PlanFile.write(plan), "p").entries()).hasSize(1);
  }
}
