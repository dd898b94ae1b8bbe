package dev.uncork.cli.remedy;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.cli.launch.JavaHome;
import dev.uncork.rewriting.selection.ClassSelection;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** By which route locks are reserved, on every kind of JVM. */
class ReserveRouteTest {
  private static final ClassSelection ALL = ClassSelection.of("*");
  private static final ClassSelection NAMED = ClassSelection.of("*;java.util.Vector");

  @Test
  void jvmsOwnFlagIsTakenWhereItExists() {
    assertThat(ReserveRoute.ownFlag(java("17.0.15", false), ALL))
        .hasValueSatisfying(
            route -> {
              assertThat(route.jvmOptions()).contains("-XX:+UseBiasedLocking");
              assertThat(route.rewriting()).isFalse();
              assertThat(route.explanation()).contains("JDK 17 still has");
            });
    assertThat(ReserveRoute.ownFlag(java("17.0.15", true), NAMED))
        .hasValueSatisfying(
            route -> {
              assertThat(route.jvmOptions()).containsExactly("-XlockReservation");
              assertThat(route.explanation()).contains("OpenJ9");
            });
  }

  @Test
  void classesAreRewrittenWhereTheUserNamesThemOrThereIsNoFlag() {
    assertThat(ReserveRoute.ownFlag(java("17.0.15", false), NAMED)).isEmpty();
    assertThat(ReserveRoute.ownFlag(java("25.0.3", false), ALL)).isEmpty();
  }

  @Test
  void programThatPatchesModulesItselfIsNotPatched() {
    assertThat(JdkPatch.refusal(List.of("java", "-jar", "app.jar"))).isNull();
    assertThat(JdkPatch.refusal(List.of("java", "--patch-module=java.base=x.jar", "Main")))
        .contains("--patch-module=java.base=x.jar");
    assertThat(JdkPatch.refusal(List.of("java", "-Xshare:on", "Main"))).contains("-Xshare:on");
    assertThat(JdkPatch.refusal(List.of("java", "@options", "Main"))).contains("@options");
  }

  private static JavaHome java(String version, boolean openJ9) {
    return new JavaHome(Path.of("jdk"), version, openJ9);
  }
}
