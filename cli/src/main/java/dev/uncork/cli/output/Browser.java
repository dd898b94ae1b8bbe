package dev.uncork.cli.output;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The user's browser: {@code $BROWSER}, or what the desktop starts for a page. */
public final class Browser {
  private static final List<String> OPENERS = List.of("xdg-open", "wslview", "gio");

  private Browser() {}

  /**
   * Shows a page, without waiting.
   *
   * @return whether something was started that may show it
   */
  public static boolean show(Path page) {
    List<String> command = command(page.toAbsolutePath().normalize().toUri().toString());
    if (command.isEmpty()) {
      return false;
    }
    File nowhere = new File("/dev/null");
    try {
      new ProcessBuilder(command)
          .redirectInput(nowhere)
          .redirectOutput(nowhere)
          .redirectError(nowhere)
          .start();
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  private static List<String> command(String address) {
    Map<String, String> environment = System.getenv();
    String chosen = environment.getOrDefault("BROWSER", "").split(":", -1)[0];
    if (!chosen.isBlank()) {
      return List.of(chosen, address);
    }
    boolean desktop =
        environment.containsKey("DISPLAY")
            || environment.containsKey("WAYLAND_DISPLAY")
            || environment.containsKey("WSL_DISTRO_NAME");
    for (String opener : desktop ? OPENERS : List.<String>of()) {
      if (isOnPath(opener, environment.getOrDefault("PATH", ""))) {
        List<String> command = new ArrayList<>(List.of(opener));
        if (opener.equals("gio")) {
          command.add("open");
        }
        command.add(address);
        return command;
      }
    }
    return List.of();
  }

  private static boolean isOnPath(String program, String path) {
    for (String directory : path.split(File.pathSeparator, -1)) {
      if (!directory.isEmpty() && Files.isExecutable(Path.of(directory, program))) {
        return true;
      }
    }
    return false;
  }
}
