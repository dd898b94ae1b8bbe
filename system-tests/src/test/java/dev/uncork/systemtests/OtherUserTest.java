package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.uncork.systemtests.program.Contended;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Attaching across users: root may, another user may not. */
@DefaultTier
class OtherUserTest {
  private static final String NOBODY = "65534";

  @TempDir Path scratch;
  private final Jdk jdk = Jdk.of(17);

  @BeforeEach
  void needsRoot() throws Exception {
    Assumptions.assumeTrue(
        "root".equals(System.getProperty("user.name")), "needs root, to become another user");
    Uncork.Outcome seen =
        asNobody("test", "-r", Uncork.programs(), "-a", "-x", Uncork.launcher().toString()).run();
    Assumptions.assumeTrue(seen.exitCode() == 0, "another user can't read this checkout");
  }

  private static Uncork asNobody(String... command) {
    String[] whole = new String[command.length + 4];
    whole[0] = "setpriv";
    whole[1] = "--reuid=" + NOBODY;
    whole[2] = "--regid=" + NOBODY;
    whole[3] = "--clear-groups";
    System.arraycopy(command, 0, whole, 4, command.length);
    return Uncork.without(whole);
  }

  @Test
  void rootObservesAnotherUsersJvmAndLeavesNothingBehind() throws Exception {
    Uncork.Running target =
        asNobody(jdk.java(), "-cp", Uncork.programs(), Contended.class.getName(), "4")
            .in(Path.of("/tmp"))
            .start();
    long pid = target.process().pid();
    Path temporary = Path.of("/tmp");
    List<Path> before = Uncork.leftovers(temporary);
    try {
      Await.until("the target runs", () -> AttachTest.threadsNamed(pid, "visitor-") >= 4);
      Path json = scratch.resolve("out.json");
      Uncork.Outcome outcome =
          Uncork.command("attach", "" + pid, "--for", "2s", "--json", json.toString())
              .in(scratch)
              .run();
      assertThat(outcome.exitCode()).describedAs(outcome.err()).isZero();
      JsonNode report = new ObjectMapper().readTree(json.toFile());
      assertThat(report.path("locks").path(0).path("name").asText()).contains("HotSpring");
      // Whatever else is there, such as of other programs that are observed now or were killed.
      assertThat(Uncork.leftovers(temporary))
          .filteredOn(left -> !before.contains(left) && isOwnedByNobody(left))
          .isEmpty();
    } finally {
      target.process().destroyForcibly();
    }
  }

  private static boolean isOwnedByNobody(Path file) {
    try {
      return NOBODY.equals("" + Files.getAttribute(file, "unix:uid"));
    } catch (IOException e) {
      return false; // Another program's, which has ended meanwhile.
    }
  }

  @Test
  void anotherUserIsRefused() throws Exception {
    Uncork.Running target = AttachTest.target(jdk, scratch);
    try {
      Uncork.Outcome outcome =
          asNobody(Uncork.launcher().toString(), "attach", "" + target.process().pid())
              .in(Path.of("/tmp"))
              .run();
      assertThat(outcome.exitCode()).isEqualTo(2);
      assertThat(outcome.err()).contains("belongs to uid 0").contains("sudo");
    } finally {
      target.process().destroyForcibly();
    }
  }
}
