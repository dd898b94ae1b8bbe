package dev.uncork.cli.install;

import dev.uncork.cli.error.UserError;
import dev.uncork.protocol.AgentFiles;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where this Uncork is installed, and its agent's files in it. */
public record Installation(Path home) {

  /** The installation that the launcher started. */
  public static Installation current() {
    String home = System.getProperty("uncork.home");
    if (home == null) {
      throw new IllegalStateException(
          "uncork.home is not set; start the command line by its launcher, bin/uncork");
    }
    Installation installation = new Installation(Path.of(home));
    Path jar = installation.agentJar();
    if (!Files.isReadable(jar)) {
      throw new UserError(
          "the agent "
              + jar
              + " is missing or not readable: this installation is incomplete; unpack or build it"
              + " again");
    }
    if (jar.toString().indexOf('=') >= 0) {
      // The JVM ends the file name of -javaagent at the first '='.
      throw new UserError(
          "Uncork's directory "
              + home
              + " has a '=' in its name, which -javaagent can't express;"
              + " move it");
    }
    return installation;
  }

  /** Directory of all files that the agent needs. */
  public Path agentDirectory() {
    return home.resolve("lib").resolve("agent");
  }

  public Path agentJar() {
    return new AgentFiles(agentDirectory()).agent();
  }
}
