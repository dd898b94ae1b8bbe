package dev.uncork.report.next;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.diagnosis.Diagnosis;
import dev.uncork.diagnosis.Finding;
import dev.uncork.diagnosis.NextStep;
import dev.uncork.diagnosis.curve.CoreCurve;
import dev.uncork.diagnosis.curve.CurvePoint;
import dev.uncork.recording.CollectorInfo;
import dev.uncork.recording.jvm.InterpretedCode;
import dev.uncork.report.MadeUp;
import dev.uncork.report.MadeUpCurve;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NextStepWordsTest {
  private static final List<String> JAR = List.of("java", "-Xmx2g", "-jar", "my app.jar", "it's");

  private static CollectorInfo started(String... words) {
    return new CollectorInfo("1", "run", 4711, "", List.of(words), "OpenJDK 17", "0-1", 2);
  }

  private static Diagnosis diagnosis(CollectorInfo info, NextStep step, CoreCurve curve) {
    return diagnosis(info, new Finding.Healthy(16, 0.97, false, 0, true), step, curve);
  }

  private static Diagnosis diagnosis(
      CollectorInfo info, Finding verdict, NextStep step, CoreCurve curve) {
    Diagnosis plain = Diagnosis.of(MadeUp.healthy(info));
    return new Diagnosis(
        plain.recording(),
        verdict,
        plain.findings(),
        plain.cores(),
        plain.ledger(),
        curve,
        plain.locks(),
        plain.topLockGain(),
        plain.phases(),
        plain.process(),
        plain.progress(),
        plain.limits(),
        step);
  }

  private static String next(CollectorInfo info, NextStep step) {
    return NextStepWords.next(diagnosis(info, step, CoreCurve.NONE), Optional.empty()).line();
  }

  @Test
  void aProgramIsStartedAgainAsItWas() {
    CollectorInfo info = started(JAR.toArray(String[]::new));

    assertThat(next(info, NextStep.KEEP_HOLDERS_RUNNING))
        .isEqualTo(
            "Keep its holders on their cores: uncork run --remedy nopreempt --"
                + " java -Xmx2g -jar 'my app.jar' 'it'\\''s'");
    assertThat(next(info, NextStep.COLLECT_UNASKED))
        .endsWith(
            ": uncork run -- java -XX:+DisableExplicitGC -Xmx2g -jar 'my app.jar' 'it'\\''s'");
  }

  @Test
  void anOptionTakesThePlaceOfTheProgramsOwn() {
    CollectorInfo info =
        started("/jdk/bin/java", "-XX:ReservedCodeCacheSize=64m", "-cp", "a:b", "com.acme.Main");

    assertThat(next(info, NextStep.ENLARGE_CODE_CACHE))
        .endsWith(
            " uncork run -- /jdk/bin/java -XX:ReservedCodeCacheSize=128m -cp a:b com.acme.Main");
  }

  @Test
  void codeIsCompiledUnlessAnOptionOrItsLengthForbidsIt() {
    InterpretedCode code = new InterpretedCode(500, 1, "", 0, "-Xint");
    for (Finding verdict :
        List.of(new Finding.Interpreted(false, code, 0.8), new Finding.Unoptimized("-Xint", 0.9))) {
      Diagnosis diagnosis =
          diagnosis(
              started("/jdk/bin/java", "-Xint", "com.acme.Main"),
              verdict,
              NextStep.DROP_OPTION,
              CoreCurve.NONE);
      assertThat(NextStepWords.next(diagnosis, Optional.empty()).line())
          .isEqualTo(
              "Start it without -Xint, then compare: uncork run -- /jdk/bin/java com.acme.Main;"
                  + " uncork diff");
    }
    assertThat(next(started("/jdk/bin/java", "com.acme.Main"), NextStep.LET_COMPILE))
        .startsWith("Split methods of more than 8,000 bytes");
  }

  @Test
  void aProgramThatRanAlreadyIsNamedByItsProcess() {
    CollectorInfo info = new CollectorInfo("1", "attach", 4711, "", JAR, "OpenJDK 17", "0-1", 2);

    assertThat(next(info, NextStep.KEEP_HOLDERS_RUNNING))
        .endsWith(": uncork attach 4711 --remedy nopreempt");
    assertThat(next(info, NextStep.WAIT_FOR_QUIET)).endsWith(": uncork attach 4711 --for 30s");
    assertThat(next(info, NextStep.COLLECT_UNASKED))
        .isEqualTo("Let the JVM decide when to collect: start it with -XX:+DisableExplicitGC.");
  }

  @Test
  void aChangedProgramIsRecordedAgainAndCompared() {
    CollectorInfo attached = new CollectorInfo("1", "attach", 7, "", JAR, "OpenJDK 17", "0-1", 2);

    assertThat(next(started("java", "Main"), NextStep.SHORTEN_HOLDS))
        .isEqualTo(
            "Shorten the critical section or enter it less often, then compare:"
                + " uncork run -- java Main; uncork diff");
    assertThat(next(attached, NextStep.ENLARGE_POOL)).endsWith(", then compare with uncork diff.");
    assertThat(next(started(), NextStep.PARALLELIZE))
        .isEqualTo("Split that work among threads, then compare with uncork diff.");
  }

  @Test
  void whatCannotBeTypedIsLeftOut() {
    String ellipsis = "Record at least 10 s under load: uncork run -- java ...";

    assertThat(next(started(), NextStep.RECORD_LONGER)).isEqualTo(ellipsis);
    assertThat(next(started("jsvc", "-cp", "a", "Main"), NextStep.RECORD_LONGER))
        .isEqualTo(ellipsis);
    assertThat(next(started("java", "Main", "\u001b[2J"), NextStep.RECORD_LONGER))
        .isEqualTo(ellipsis);
    assertThat(next(started("java", "-cp", "x".repeat(600), "Main"), NextStep.RECORD_LONGER))
        .isEqualTo(ellipsis);
  }

  @Test
  void secretsStayWhereTheyAre() {
    CollectorInfo info = started("java", "-Djavax.net.ssl.keyStorePassword=hush", "Main");

    assertThat(next(info, NextStep.RECORD_LONGER))
        .endsWith("-- java -Djavax.net.ssl.keyStorePassword=... Main");
  }

  @Test
  void whatWasMeasuredComesBeforeWhatMayHelp() {
    CollectorInfo info = started("java", "Main");
    Diagnosis holders = diagnosis(info, NextStep.KEEP_HOLDERS_RUNNING, MadeUpCurve.curve());
    Diagnosis source = diagnosis(info, NextStep.SHORTEN_HOLDS, MadeUpCurve.curve());
    String command = "uncork run --remedy cores=2 -- java Main";

    assertThat(NextStepWords.next(holders, Optional.empty()).line())
        .isEqualTo("Run it on 2 cores, which is 1.6 times as fast: " + command);
    assertThat(NextStepWords.cheapest(holders)).isEmpty();
    assertThat(NextStepWords.next(source, Optional.empty()).line())
        .startsWith("Shorten the critical section");
    assertThat(NextStepWords.cheapest(source).orElseThrow().line()).endsWith(command);
  }

  @Test
  void whatMayBeFasterIsMeasuredForLonger() {
    CoreCurve sure = MadeUpCurve.curve();
    List<CurvePoint> once =
        sure.points().stream()
            .map(
                point ->
                    new CurvePoint(point.cores(), point.speed(), point.cost(), 1, point.trusted()))
            .toList();
    CoreCurve unsure = new CoreCurve(sure.unit(), 1, once, sure.fewCores(), List.of());

    assertThat(
            NextStepWords.next(
                    diagnosis(started("java", "Main"), NextStep.NOTHING, unsure), Optional.empty())
                .line())
        .isEqualTo(
            "It may be faster on 2 cores, which isn't certain yet. Record it for longer:"
                + " uncork run -- java Main");
  }

  @Test
  void aSettingThatDecidesIsChanged() {
    assertThat(next(started("java", "Main"), NextStep.CHANGE_SETTING))
        .isEqualTo("Change what decides on it, then compare: uncork run -- java Main; uncork diff");
  }
}
