package dev.uncork.agent.session;

import dev.uncork.agent.remedy.Remedies;
import dev.uncork.protocol.SessionFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.StandardCopyOption;
import java.util.List;

/** The user's way to end all remedies: a file in the session's directory, answered by another. */
final class KillSwitch {
  private final SessionFiles files;

  KillSwitch(SessionFiles files) {
    this.files = files;
  }

  /**
   * Undoes the remedies if that was asked for and not answered yet, and answers what they did.
   *
   * @return what went wrong, a line each
   */
  List<String> look(Remedies remedies) {
    if (remedies.isEmpty() || !Files.exists(files.undo()) || Files.exists(files.undone())) {
      return List.of();
    }
    List<String> left = remedies.undo("on request");
    try {
      Files.writeString(files.undoneNext(), String.join("\n", remedies.summaries()) + "\n");
      Files.move(files.undoneNext(), files.undone(), StandardCopyOption.ATOMIC_MOVE);
      return left;
    } catch (IOException e) {
      return List.of("can't confirm that the remedies have ended: " + e);
    }
  }
}
