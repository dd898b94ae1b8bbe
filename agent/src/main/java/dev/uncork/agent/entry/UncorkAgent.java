package dev.uncork.agent.entry;

import dev.uncork.protocol.EntryWords;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.File;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UnsupportedEncodingException;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.Method;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.AllPermission;
import java.security.CodeSource;
import java.security.Permissions;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.HashMap;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * The agent's only class on the application's class path: it loads the real agent out of the
 * application's sight, or says in one line why it does not.
 *
 * <p>Java 8 bytecode, so that an old JVM gets that line instead of a crash. Nothing ever leaves
 * here as an exception: an exception out of {@code premain} would end the JVM. At most one session
 * runs at a time; its class loader is dropped with it.
 */
public final class UncorkAgent {
  private static final int MIN_JAVA = 17;

  /** The class loader of the running session, or null. Guarded by the class. */
  private static IsolatedLoader session;

  /** The class loader of what keeps Spark's streams without locks, or null. Guarded likewise. */
  private static IsolatedLoader streams;

  private UncorkAgent() {}

  public static void premain(String arguments, Instrumentation instrumentation) {
    enter(arguments, instrumentation);
  }

  public static void agentmain(String arguments, Instrumentation instrumentation) {
    enter(arguments, instrumentation);
  }

  private static void enter(String arguments, Instrumentation instrumentation) {
    Map<String, String> options = new HashMap<>();
    File directory = null;
    try {
      parse(arguments, options);
      if (EntryWords.RELOCK.equals(options.get(EntryWords.COMMAND))) {
        relock();
        return;
      }
      if (EntryWords.STOP.equals(options.get(EntryWords.COMMAND))) {
        IsolatedLoader running = running();
        if (running != null && isMeant(running, options)) {
          running.call("stop", new Class<?>[0]); // unlocked: it waits until ended() was called
        }
        return;
      }
      directory = makeDirectory(options);
      String refusal = refusal();
      if (refusal == null && EntryWords.UNLOCK.equals(options.get(EntryWords.COMMAND))) {
        unlock(options, directory, instrumentation);
      } else if (refusal == null) {
        start(options, directory, instrumentation);
      } else {
        report(options, directory, refusal);
      }
    } catch (Throwable e) {
      report(options, directory, explain(options, root(e)));
    }
  }

  private static synchronized IsolatedLoader running() {
    return session;
  }

  /** Who stops a session may be late, and then must not stop the next one. */
  private static boolean isMeant(IsolatedLoader running, Map<String, String> options) {
    String session = options.get(EntryWords.SESSION);
    return session == null || new File(session).equals(running.directory.getParentFile());
  }

  private static synchronized void start(
      Map<String, String> options, File directory, Instrumentation instrumentation)
      throws Exception {
    if (session != null) {
      append(directory, EntryWords.RIVAL, session.directory.getParent());
      report(
          options,
          directory,
          "this JVM is already observed by the session in "
              + session.directory
              + "; wait for its end or stop it first");
      return;
    }
    File lib = lib(options);
    File core = existing(new File(lib, EntryWords.CORE_JAR));
    final IsolatedLoader loader = new IsolatedLoader(core, directory);
    session = loader;
    Runnable whenEnded =
        new Runnable() {
          @Override
          public void run() {
            ended(loader);
          }
        };
    try {
      options.put(EntryWords.LIB, lib.getPath());
      loader.call(
          "start",
          new Class<?>[] {Map.class, File.class, Instrumentation.class, Runnable.class},
          options,
          directory,
          instrumentation,
          whenEnded);
    } catch (Throwable e) {
      ended(loader);
      throw e;
    }
  }

  /** Apart from the session, with which it may run beside. */
  private static synchronized void unlock(
      Map<String, String> options, File directory, Instrumentation instrumentation)
      throws Exception {
    relock();
    File lib = lib(options);
    IsolatedLoader loader =
        new IsolatedLoader(existing(new File(lib, EntryWords.CORE_JAR)), directory);
    streams = loader;
    options.put(EntryWords.LIB, lib.getPath());
    loader.call(
        "unlock",
        new Class<?>[] {Map.class, File.class, Instrumentation.class},
        options,
        directory,
        instrumentation);
  }

  private static synchronized void relock() throws Exception {
    IsolatedLoader loader = streams;
    if (loader != null) {
      streams = null;
      loader.call("relock", new Class<?>[0]);
      loader.close();
    }
  }

  private static synchronized void ended(IsolatedLoader loader) {
    if (session == loader) {
      session = null;
    }
    try {
      loader.close();
    } catch (IOException e) {
      // Only the jar's file handle is at stake.
    }
  }

  private static String refusal() {
    String version = System.getProperty("java.specification.version", "?");
    String vm = System.getProperty("java.vm.name", "?");
    if (version.startsWith("1.") || Integer.parseInt(version) < MIN_JAVA) {
      return "this JVM is Java "
          + version
          + "; Uncork needs 17 or newer. Run the program on JDK 17 or newer";
    }
    if (vm.contains("OpenJ9")) {
      return "this JVM is "
          + vm
          + ", which has no JDK Flight Recorder and no HotSpot tool interface; Uncork needs a"
          + " HotSpot JVM (OpenJDK, Temurin, Zulu, Corretto, ...). Nothing is recorded here";
    }
    if (!vm.contains("HotSpot") && !vm.contains("OpenJDK") && !vm.contains("Zing")) {
      return "this JVM is " + vm + "; Uncork needs a HotSpot JVM. Nothing is recorded here";
    }
    try {
      // By name: jlinked images and programs started with -m may lack it.
      Class.forName("jdk.jfr.Recording", false, null);
      return null;
    } catch (ClassNotFoundException e) {
      return "module jdk.jfr is missing here, so nothing can be recorded; start java with"
          + " --add-modules jdk.jfr, or add it to the jlink image";
    }
  }

  private static File lib(Map<String, String> options) throws Exception {
    String given = options.get(EntryWords.LIB);
    if (given != null && !given.isEmpty()) {
      return new File(given);
    }
    CodeSource source = UncorkAgent.class.getProtectionDomain().getCodeSource();
    return new File(source.getLocation().toURI()).getParentFile();
  }

  private static File existing(File file) throws IOException {
    if (!file.isFile()) {
      throw new IOException(
          file + " is missing; expected beside " + EntryWords.AGENT_JAR + " (option lib=DIR)");
    }
    return file;
  }

  static void parse(String arguments, Map<String, String> options)
      throws UnsupportedEncodingException {
    if (arguments == null) {
      return;
    }
    for (String pair : arguments.split(",")) {
      int equals = pair.indexOf('=');
      if (equals > 0) {
        // URLDecoder reads '+' as a space, which percent-encoding does not.
        String value = pair.substring(equals + 1).replace("+", "%2B");
        options.put(pair.substring(0, equals), URLDecoder.decode(value, "UTF-8"));
      }
    }
  }

  private static File makeDirectory(Map<String, String> options) throws IOException {
    String root = options.get(EntryWords.SESSION);
    if (root == null || root.isEmpty()) {
      throw new IOException("agent option session=DIR is missing");
    }
    String pid = new File("/proc/self").getCanonicalFile().getName();
    File directory = new File(root, pid);
    for (long suffix = System.currentTimeMillis(); !directory.mkdirs(); suffix++) {
      if (!directory.exists()) {
        throw new IOException("cannot create " + directory);
      }
      directory = new File(root, pid + "-" + suffix);
    }
    return directory;
  }

  /** Says why nothing is recorded: in the status file, and in run mode on standard error. */
  private static void report(Map<String, String> options, File directory, String reason) {
    String line = reason.replace('\n', ' ').replace('\r', ' ');
    try {
      if (directory != null) {
        append(directory, EntryWords.STATUS, EntryWords.FAILED + line + "\n");
      }
    } catch (Throwable e) {
      line += " (and its status file could not be written: " + e + ")";
    }
    if (directory == null || !EntryWords.ATTACH.equals(options.get(EntryWords.MODE))) {
      System.err.println("uncork: " + line);
    }
  }

  private static void append(File directory, String file, String text) throws IOException {
    try (OutputStream out = new FileOutputStream(new File(directory, file), true)) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static String explain(Map<String, String> options, Throwable cause) {
    if (!(cause instanceof SecurityException)) {
      return "the agent could not start: " + cause;
    }
    return "a security manager keeps the agent from its files ("
        + cause.getMessage()
        + "), so nothing is recorded here; start without -Djava.security.manager, or add to its"
        + " policy: grant codeBase \"file:"
        + options.get(EntryWords.LIB)
        + "/-\" { permission java.security.AllPermission; };";
  }

  private static Throwable root(Throwable e) {
    Throwable cause = e;
    while (cause.getCause() != null) {
      cause = cause.getCause();
    }
    return cause;
  }

  /**
   * The class loader of one session's agent; the application cannot see its classes.
   *
   * <p>Their protection domain does not refer to the loader: threads of JFR that outlive the
   * session remember the domains of those who started it, and would keep all of the agent in
   * memory. Its permissions let the agent work where a security manager confines the application.
   */
  private static final class IsolatedLoader extends ClassLoader implements Closeable {
    final File directory;
    private final JarFile core;
    private final ProtectionDomain domain;

    IsolatedLoader(File core, File directory) throws IOException {
      super(ClassLoader.getSystemClassLoader().getParent());
      this.directory = directory;
      this.core = new JarFile(core);
      Permissions permissions = new Permissions();
      permissions.add(new AllPermission());
      CodeSource source = new CodeSource(core.toURI().toURL(), (Certificate[]) null);
      this.domain = new ProtectionDomain(source, permissions);
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      JarEntry entry = core.getJarEntry(name.replace('.', '/') + ".class");
      if (entry == null) {
        throw new ClassNotFoundException(name);
      }
      try (InputStream in = core.getInputStream(entry)) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        byte[] buffer = new byte[8192];
        for (int n = in.read(buffer); n >= 0; n = in.read(buffer)) {
          bytes.write(buffer, 0, n);
        }
        return defineClass(name, bytes.toByteArray(), 0, bytes.size(), domain);
      } catch (IOException e) {
        throw new ClassNotFoundException(name, e);
      }
    }

    @Override
    public void close() throws IOException {
      core.close();
    }

    void call(String method, Class<?>[] types, Object... arguments) throws Exception {
      Class<?> core = loadClass("dev.uncork.agent.AgentCore");
      Method target = core.getMethod(method, types);
      target.invoke(null, arguments);
    }
  }
}
