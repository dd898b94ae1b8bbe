package dev.uncork.cli.install;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine.IVersionProvider;

/** The version of this build, as the build wrote it. */
public final class Version implements IVersionProvider {
  @Override
  public String[] getVersion() throws IOException {
    Properties build = new Properties();
    try (InputStream in = Version.class.getResourceAsStream("build.properties")) {
      if (in == null) {
        throw new IOException("build.properties is missing beside " + Version.class.getName());
      }
      build.load(in);
    }
    return new String[] {
      "uncork " + build.getProperty("version"),
      "on Java " + System.getProperty("java.version") + " (" + System.getProperty("java.home") + ")"
    };
  }
}
