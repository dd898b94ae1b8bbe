package dev.uncork.agent.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.agent.remedy.Remedies;
import dev.uncork.agent.remedy.Remedy;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.AgentOptions;
import dev.uncork.protocol.SessionFiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The remedies end when the file is there, and the answer says what they did. */
final class KillSwitchTest {
  @TempDir Path session;
  private int undone;

  private Remedies remedies(String... options) {
    Remedy remedy =
        new Remedy() {
          @Override
          public @Nullable String start() {
            return null;
          }

          @Override
          public @Nullable String undo(String why) {
            undone++;
            return why.equals("on request") ? "one thing is left" : null;
          }

          @Override
          public String summary() {
            return "pretended: undone " + undone + " times";
          }
        };
    Map<String, String> given = new HashMap<>(Map.of("session", "/s", "lib", "/l"));
    List.of(options).forEach(option -> given.put(option, "*"));
    Remedies all =
        new Remedies(
            List.of(new Remedy.Kind("pretended", Set.of(AgentOption.TICK), Set.of(), () -> remedy)),
            AgentOptions.of(given),
            warning -> {});
    all.start(null, (name, reason) -> {});
    return all;
  }

  @Test
  void endsThemOnceAndAnswers() throws Exception {
    KillSwitch kill = new KillSwitch(new SessionFiles(session));
    Remedies remedies = remedies(AgentOption.TICK.label());
    assertThat(kill.look(remedies)).isEmpty();
    assertThat(undone).isZero();
    Files.createFile(session.resolve("remedies-off"));
    assertThat(kill.look(remedies)).containsExactly("one thing is left");
    assertThat(session.resolve("remedies-off.done")).hasContent("pretended: undone 1 times\n");
    assertThat(kill.look(remedies)).isEmpty();
    assertThat(undone).isEqualTo(1);
  }

  @Test
  void hasNoAnswerFromWhoHasNoRemedy() throws Exception {
    Files.createFile(session.resolve("remedies-off"));
    assertThat(new KillSwitch(new SessionFiles(session)).look(remedies())).isEmpty();
    assertThat(session.resolve("remedies-off.done")).doesNotExist();
  }

  @Test
  void saysThatItCannotAnswer() throws Exception {
    Files.createFile(session.resolve("remedies-off"));
    Files.createDirectory(session.resolve("remedies-off.new"));
    assertThat(new KillSwitch(new SessionFiles(session)).look(remedies(AgentOption.TICK.label())))
        .singleElement()
        .asString()
        .startsWith("can't confirm that the remedies have ended: ");
    assertThat(undone).isEqualTo(1);
  }
}
