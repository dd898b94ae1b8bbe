package dev.uncork.cli.remedy;

import dev.uncork.cli.Installation;
import dev.uncork.cli.launch.ChildEnvironment;
import dev.uncork.rewriting.lock.LockRewriter;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;
import java.util.jar.JarOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A jar that patches a JDK's module java.base with rewritten classes: the only way to those that
 * the JVM loads before any agent runs.
 *
 * <p>It also has the classes that rewritten code calls, since nothing outside of java.base exists
 * that early. It is kept in the user's cache, under a name that depends on everything that went
 * into it. A patched java.base costs class data sharing, some 0.2 s at the start.
 */
final class JdkPatch {
  /** Loaded before any agent by JDK 17 to 25, and worth it. */
  static final Set<String> BEFORE_AGENTS =
      Set.of(
          "java/io/BufferedInputStream",
          "java/io/BufferedOutputStream",
          "java/lang/StringBuffer",
          "java/util/Hashtable");

  private static final String HOOKS = "dev/uncork/boot/";

  private JdkPatch() {}

  /** Why a JVM that is started so can't be patched, or null when it can. */
  static @Nullable String refusal(List<String> command) {
    for (String word : command) {
      if (word.startsWith("--patch-module")) {
        return "the program patches modules itself (" + word + ")";
      }
      if (word.equals("-Xshare:on") || word.startsWith("-XX:+RequireSharedSpaces")) {
        return "the program insists on class data sharing (" + word + ")";
      }
      if (word.startsWith("@") && word.length() > 1) {
        return "its options in " + word + " aren't looked at";
      }
    }
    for (String variable : List.of("JDK_JAVA_OPTIONS", "JAVA_TOOL_OPTIONS", "_JAVA_OPTIONS")) {
      String value = ChildEnvironment.view().get(variable);
      if (value != null && (value.contains("--patch-module") || value.contains("-Xshare:on"))) {
        return variable + " patches modules or insists on class data sharing";
      }
    }
    return null;
  }

  /**
   * The options for a JVM with patched classes.
   *
   * @param names which classes, by internal name
   * @param scratch for the jar, where the cache can't be written
   */
  static List<String> options(
      Installation installation, Path javaHome, Set<String> names, Path scratch)
      throws IOException {
    Path boot = installation.agentDirectory().resolve("uncork-boot.jar");
    String file = "java.base-" + fingerprint(javaHome, boot, names) + ".jar";
    Path jar = cache().resolve(file);
    if (!Files.isReadable(jar)) {
      jar = write(jar, scratch.resolve(file), boot, JdkClasses.rewritten(javaHome, names));
    }
    return List.of(
        "--patch-module=java.base=" + jar.toAbsolutePath(),
        "--add-exports=java.base/dev.uncork.boot=ALL-UNNAMED");
  }

  private static Path cache() {
    String cache = System.getenv("XDG_CACHE_HOME");
    Path base =
        cache != null && Path.of(cache).isAbsolute()
            ? Path.of(cache)
            : Path.of(System.getProperty("user.home", "."), ".cache");
    return base.resolve("uncork").resolve("patch");
  }

  private static Path write(Path kept, Path otherwise, Path boot, Map<String, byte[]> classes)
      throws IOException {
    try {
      Files.createDirectories(kept.getParent());
      Path next = Files.createTempFile(kept.getParent(), "java.base", ".new");
      fill(next, boot, classes);
      // At once, since other runs may want the same.
      return Files.move(
          next, kept, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      fill(otherwise, boot, classes);
      return otherwise;
    }
  }

  private static void fill(Path jar, Path boot, Map<String, byte[]> classes) throws IOException {
    try (OutputStream file = Files.newOutputStream(jar);
        JarOutputStream out = new JarOutputStream(file);
        JarFile hooks = new JarFile(boot.toFile())) {
      for (Map.Entry<String, byte[]> one : classes.entrySet()) {
        add(out, one.getKey() + ".class", one.getValue());
      }
      for (JarEntry entry : Collections.list(hooks.entries())) {
        String name = entry.getName();
        if (name.startsWith(HOOKS) && name.endsWith(".class")) {
          add(out, name, hooks.getInputStream(entry).readAllBytes());
        }
      }
    }
  }

  private static void add(JarOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(bytes);
    out.closeEntry();
  }

  /** Of the JDK, of the classes wanted, and of what rewrites them. */
  private static String fingerprint(Path javaHome, Path boot, Set<String> names)
      throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      digest.update(Files.readAllBytes(javaHome.resolve("release")));
      digest.update(text(Files.size(javaHome.resolve("lib/modules")) + "\n"));
      digest.update(Files.readAllBytes(boot));
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
