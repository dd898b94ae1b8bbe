package dev.uncork.cli;

import dev.uncork.cli.command.CompletionCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import picocli.CommandLine;

/**
 * Writes the manual pages and the shell completion of an installation, from the commands
 * themselves: {@code Manual DIRECTORY} fills {@code man/man1} and {@code
 * bash-completion/completions} in it. Called by the build.
 */
public final class Manual {
  private Manual() {}

  public static void main(String[] args) throws IOException {
    write(Path.of(args[0]));
  }

  static void write(Path share) throws IOException {
    CommandLine uncork = Main.allCommands();
    Path pages = Files.createDirectories(share.resolve("man").resolve("man1"));
    Files.writeString(pages.resolve("uncork.1"), ManPage.of(uncork));
    for (Map.Entry<String, CommandLine> command : uncork.getSubcommands().entrySet()) {
      if (!command.getKey().equals("help")) {
        String page = ManPage.of(command.getValue());
        Files.writeString(pages.resolve("uncork-" + command.getKey() + ".1"), page);
      }
    }
    Path completions =
        Files.createDirectories(share.resolve("bash-completion").resolve("completions"));
    Files.writeString(completions.resolve("uncork"), CompletionCommand.script(uncork));
  }
}
