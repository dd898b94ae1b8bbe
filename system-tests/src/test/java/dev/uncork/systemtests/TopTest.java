package dev.uncork.systemtests;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.systemtests.program.Deadlocked;
import dev.uncork.testsupport.DefaultTier;
import dev.uncork.testsupport.FastTier;
import dev.uncork.testsupport.Jdk;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The live screen in a real terminal of 80 columns and 24 lines, which tmux provides. */
@DefaultTier
class TopTest {
  @TempDir Path scratch;

  private Uncork.Running target;

  @BeforeEach
  void start() throws Exception {
    try {
      Uncork.without("tmux", "-V").run();
    } catch (IOException e) {
      Assumptions.abort("tmux is not installed, which provides the terminal: apt tmux");
    }
    target = AttachTest.target(Jdk.of(17), scratch);
  }

  @AfterEach
  void end() throws Exception {
    if (target != null) {
      target.process().destroyForcibly();
      tmux("kill-server");
    }
  }

  private Uncork.Outcome tmux(String... arguments) throws Exception {
    List<String> command =
        new ArrayList<>(List.of("tmux", "-S", scratch.resolve("tmux").toString()));
    command.addAll(List.of(arguments));
    return Uncork.without(command.toArray(String[]::new)).in(scratch).run();
  }

  private void top(int columns, int rows) throws Exception {
    String command = // Ctrl-C reaches the shell too, which must live to tell the exit code
        "trap : INT; '"
            + Uncork.launcher()
            + "' top "
            + target.process().pid()
            + " --out snapshot.jfr; echo ended with $?; sleep 600";
    tmux("-f", "/dev/null", "new-session", "-d", "-x", "" + columns, "-y", "" + rows, command);
  }

  private String screen() throws Exception {
    return tmux("capture-pane", "-p").out();
  }

  private void awaitScreen(String... texts) throws Exception {
    for (String text : texts) {
      Await.until("the screen shows " + text, () -> screen().contains(text));
    }
  }

  private void press(String... keys) throws Exception {
    List<String> command = new ArrayList<>(List.of("send-keys"));
    command.addAll(List.of(keys));
    tmux(command.toArray(String[]::new));
  }

  private long ownThreads() throws IOException {
    return AttachTest.threadsNamed(target.process().pid(), "uncork");
  }

  @FastTier
  @Test
  void aSessionOfLookingAndNothingIsLeft() throws Exception {
    top(80, 24);
    awaitScreen("HotSpring", "Threads (", "visitor-", "waiting*", "? help");
    assertThat(screen().lines().count()).isLessThanOrEqualTo(24);
    press("s");
    awaitScreen("blocked/s*");
    press("Enter");
    awaitScreen("Waiters", "Holders", "Contended.visit");
    press("q");
    awaitScreen("Threads (");
    press("/", "n", "o", "n", "e", "Enter");
    awaitScreen("none that contains none", "filter: none");
    press("Escape");
    Await.until("the filter is cleared", () -> !screen().contains("filter: none"));
    press("p");
    awaitScreen("PAUSED");
    press("p", "?");
    awaitScreen("Object.wait, Condition.await");
    press("q", "w");
    awaitScreen("wrote snapshot.jfr");
    press("q");
    awaitScreen("ended with 0");
    Await.until("our threads are gone", () -> ownThreads() == 0);
    assertThat(target.process().isAlive()).isTrue();
    assertThat(Uncork.leftovers(scratch)).isEmpty();
    Uncork.Outcome report = Uncork.command("report", "snapshot.jfr").in(scratch).run();
    assertThat(report.exitCode()).describedAs(report.err()).isZero();
    assertThat(report.out()).contains("HotSpring");
  }

  @Test
  void aNarrowTerminalIsEnoughAndATinyOneIsTold() throws Exception {
    top(40, 12);
    awaitScreen("Contended.visit", "q quit");
    tmux("resize-window", "-x", "30", "-y", "12");
    awaitScreen("Too small: at least 40x10.");
    tmux("resize-window", "-x", "100", "-y", "30");
    awaitScreen("max ms", "visitor-");
  }

  @Test
  void aTargetThatDiesIsSaidAndCtrlCQuits() throws Exception {
    top(80, 24);
    awaitScreen("HotSpring");
    target.process().destroyForcibly();
    awaitScreen("has ended; q quits");
    press("C-c");
    awaitScreen("ended with 0", "ended while it was observed");
    assertThat(Uncork.leftovers(scratch)).isEmpty();
  }

  @Test
  void aDeadlockIsOnTheScreen() throws Exception {
    target.process().destroyForcibly();
    target =
        Uncork.without(Jdk.of(17).java(), "-cp", Uncork.programs(), Deadlocked.class.getName())
            .in(scratch)
            .start();
    long pid = target.process().pid();
    Await.until("the target runs", () -> AttachTest.threadsNamed(pid, "visitor-") == 2);
    top(100, 24);
    awaitScreen(
        "Deadlock: 2 threads wait for each other for ever:",
        "visitor-left waits for an Object that visitor-right holds, at",
        "visitor-right waits for an Object that visitor-left holds, at",
        "Threads (");
    press("q");
    awaitScreen("ended with 0");
  }

  @Test
  void withoutATerminalItIsRefused() throws Exception {
    Uncork.Outcome outcome = Uncork.command("top", "" + target.process().pid()).in(scratch).run();
    assertThat(outcome.exitCode()).isEqualTo(2);
    assertThat(outcome.err()).contains("needs a terminal").contains("uncork attach");
    assertThat(ownThreads()).isZero();
  }
}
