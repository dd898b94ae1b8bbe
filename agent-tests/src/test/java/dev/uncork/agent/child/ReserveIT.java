package dev.uncork.agent.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import dev.uncork.testsupport.UnhookableClass;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import jdk.jfr.consumer.RecordedEvent;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Remedy {@code reserve}: the program does the same, and the recording says what was done. */
@DefaultTier
final class ReserveIT {
  static final String RESULT = "own 2007000\nshared 122400\nhanded 2001000\nwritten 10000";

  @TempDir Path directory = Path.of("");

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void programDoesTheSame(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    Process process = jvm.observed(",reserve=%2A", ReserveProgram.class);
    assertThat(jvm.finish(process, 0).trim()).isEqualTo(RESULT);
    String status = ChildJvm.status(jvm.session());
    assumeFalse(status.contains("membarrier"), status);
    assertThat(status).contains("classes rewritten").endsWith("stopped");

    List<RecordedEvent> remedies = ChildJvm.events(jvm.session(), "uncork.Remedy");
    assertThat(remedies).anyMatch(event -> is(event, "ReserveProgram$Counter", "applied"));
    assertThat(remedies).anyMatch(event -> is(event, "ReserveProgram$DoubleCounter", "applied"));
    assertThat(remedies)
        .anyMatch(
            event ->
                is(event, "ReserveProgram$Box", "refused")
                    && event.getString("detail").contains("wait on its own monitor"));
    List<RecordedEvent> reservations = ChildJvm.events(jvm.session(), "uncork.Reservation");
    assertThat(reservations)
        .anyMatch(
            event ->
                event.getString("lockClass").endsWith("Counter")
                    && event.getLong("reservations") > 0);
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void onlyWhatIsSelectedIsReserved(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    String box = ReserveProgram.Box.class.getName();
    Process process = jvm.observed(",reserve=" + box.replace("$", "%24"), ReserveProgram.class);
    assertThat(jvm.finish(process, 0).trim()).isEqualTo(RESULT);
    assertThat(ChildJvm.events(jvm.session(), "uncork.Remedy"))
        .noneMatch(event -> event.getString("state").equals("applied"));
    assertThat(ChildJvm.events(jvm.session(), "uncork.Reservation")).isEmpty();
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void jdkIsHookedOnlyForObjectsToBeReserved(Jdk jdk) throws Exception {
    assertThat(jdkHooks(jdk, "dev.nothing.%2A"))
        .isEqualTo("hooked before false\nstill waiting true\nhooked after false");
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void nothingIsReservedWhileAThreadIsInCodeFromBeforeTheHooks(Jdk jdk) throws Exception {
    String counter = JdkHooksProgram.Counter.class.getName();
    assertThat(jdkHooks(jdk, counter.replace("$", "%24")))
        .isEqualTo(
            "hooked before false\nreserved meanwhile false\nreserved after\nhooked after true");
  }

  @ParameterizedTest
  @MethodSource("dev.uncork.testsupport.Jdk#installed")
  void reservationsEndBeforeAClassIsLoadedThatCannotBeHooked(Jdk jdk) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    Path file = Files.write(directory.resolve("file"), UnhookableClass.file());
    Process process =
        jvm.observed(
            ",reserve=%2A", UnhookableProgram.class, UnhookableClass.NAME, file.toString());
    String printed = jvm.finish(process, 0).trim();
    String status = ChildJvm.status(jvm.session());
    assumeFalse(status.contains("membarrier"), status);
    assertThat(printed).isEqualTo("reserved before true\nlocked the same\nreserved after false");
    assertThat(status).contains("switched off").contains("Method too large");
    assertThat(ChildJvm.events(jvm.session(), "uncork.Remedy"))
        .anyMatch(
            event ->
                is(event, "*", "undone")
                    && event.getString("detail").startsWith(UnhookableClass.NAME));
  }

  private String jdkHooks(Jdk jdk, String classes) throws Exception {
    ChildJvm jvm = new ChildJvm(jdk, directory);
    Process process = jvm.observed(",reserve=" + classes, JdkHooksProgram.class);
    String printed = jvm.finish(process, 0).trim();
    String status = ChildJvm.status(jvm.session());
    assumeFalse(status.contains("membarrier"), status);
    return printed;
  }

  private static boolean is(RecordedEvent event, String target, String state) {
    return event.getString("target").endsWith(target) && event.getString("state").equals(state);
  }
}
