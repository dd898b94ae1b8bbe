package dev.uncork.cli.remedy;

import dev.uncork.cli.install.Installation;
import dev.uncork.protocol.AgentFiles;
import dev.uncork.rewriting.lock.LockRewriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.Set;
import java.util.TreeSet;
import java.util.zip.CRC32;

/**
 * Where what was rewritten of a JDK is kept: below the user's cache directory, under a name that
 * depends on everything that went into it.
 *
 * @param installation of Uncork
 * @param javaHome of the JDK
 * @param names the classes wanted, by internal name
 */
record RewrittenJdk(Installation installation, Path javaHome, Set<String> names) {

  /** The jar of the classes that rewritten code calls. */
  Path boot() {
    return new AgentFiles(installation.agentDirectory()).boot();
  }

  /** Where to keep it; it may be there already, whole. */
  Path place(String kind) throws IOException {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base =
        cache != null && Path.of(cache).isAbsolute()
            ? Path.of(cache)
            : Path.of(System.getProperty("user.home", "."), ".cache");
    return base.resolve("uncork").resolve("jdk").resolve(fingerprint() + "-" + kind);
  }

  private String fingerprint() throws IOException {
    StringBuilder print = new StringBuilder(Long.toHexString(Files.size(modules())));
    print.append(check(Files.readAllBytes(javaHome.resolve("release"))));
    print.append(check(Files.readAllBytes(boot())));
    print.append(check(text(String.join("\n", new TreeSet<>(names)))));
    CodeSource rewriter = LockRewriter.class.getProtectionDomain().getCodeSource();
    Path code = Path.of(rewriter.getLocation().getPath());
    if (Files.isRegularFile(code)) {
      print.append(check(Files.readAllBytes(code)));
    }
    return print.toString();
  }

  private Path modules() {
    return javaHome.resolve("lib/modules");
  }

  /**
   * Enough to tell versions apart; a digest's provider takes longer to start than all else here.
   */
  private static String check(byte[] bytes) {
    CRC32 crc = new CRC32();
    crc.update(bytes);
    return "-" + Integer.toHexString(bytes.length) + "-" + Long.toHexString(crc.getValue());
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
