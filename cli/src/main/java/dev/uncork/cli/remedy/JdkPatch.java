package dev.uncork.cli.remedy;

import dev.uncork.cli.launch.ChildEnvironment;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
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
   * @param scratch for the jar, where the cache can't be written
   */
  static List<String> options(RewrittenJdk jdk, Path scratch) throws IOException {
    Path jar = jdk.place("java.base.jar");
    if (!Files.isReadable(jar)) {
      Map<String, byte[]> classes = JdkClasses.rewritten(jdk.javaHome(), jdk.names());
      jar = write(jar, scratch.resolve("java.base.jar"), jdk.boot(), classes);
    }
    List<String> options = new ArrayList<>();
    options.add("--patch-module=java.base=" + jar.toAbsolutePath());
    for (String name : packages(jdk.boot())) {
      options.add("--add-exports=java.base/" + name + "=ALL-UNNAMED");
    }
    return options;
  }

  private static Set<String> packages(Path boot) throws IOException {
    Set<String> names = new TreeSet<>();
    try (JarFile hooks = new JarFile(boot.toFile())) {
      for (JarEntry entry : Collections.list(hooks.entries())) {
        if (isHook(entry)) {
          String name = entry.getName();
          names.add(name.substring(0, name.lastIndexOf('/')).replace('/', '.'));
        }
      }
    }
    return names;
  }

  private static boolean isHook(JarEntry entry) {
    String name = entry.getName();
    return name.startsWith(HOOKS)
        && name.endsWith(".class")
        && !name.endsWith("package-info.class");
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
        if (isHook(entry)) {
          add(out, entry.getName(), hooks.getInputStream(entry).readAllBytes());
        }
      }
    }
  }

  private static void add(JarOutputStream out, String name, byte[] bytes) throws IOException {
    out.putNextEntry(new JarEntry(name));
    out.write(bytes);
    out.closeEntry();
  }
}
