package dev.uncork.cli.remedy;

import dev.uncork.cli.Installation;
import dev.uncork.rewriting.lock.LockRewriter;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Set;
import java.util.TreeSet;

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
    return installation.agentDirectory().resolve("uncork-boot.jar");
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
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(Files.readAllBytes(javaHome.resolve("release")));
      digest.update(text(Files.size(javaHome.resolve("lib/modules")) + "\n"));
      digest.update(Files.readAllBytes(boot()));
      digest.update(text(String.join("\n", new TreeSet<>(names))));
      CodeSource rewriter = LockRewriter.class.getProtectionDomain().getCodeSource();
      Path code = Path.of(rewriter.getLocation().getPath());
      if (Files.isRegularFile(code)) {
        digest.update(Files.readAllBytes(code));
      }
      return HexFormat.of().formatHex(digest.digest(), 0, 12);
    } catch (NoSuchAlgorithmException e) {
      throw new IOException("this Java has no SHA-256", e);
    }
  }

  private static byte[] text(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
