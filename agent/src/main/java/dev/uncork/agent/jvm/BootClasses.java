package dev.uncork.agent.jvm;

import dev.uncork.protocol.EntryWords;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.Instrumentation;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.ProtectionDomain;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.jar.JarEntry;
import java.util.jar.JarFile;

/**
 * Puts the classes of {@link dev.uncork.protocol.AgentFiles#boot} into the bootstrap class loader,
 * unless they are there from an earlier session.
 *
 * <p>They are defined one by one through the JDK's internal {@code Unsafe}, which {@link
 * Instrumentation#redefineModule} opens to this loader. The supported way, appending the jar to the
 * bootstrap search path, makes HotSpot print a warning on the application's standard output and
 * turns class data sharing off for the application's classes, so it is only the fallback.
 */
public final class BootClasses {
  private static final String MARK = "dev.uncork.boot.collect.LockCollector";

  private BootClasses() {}

  /** Makes sure that they are there; {@code jar} is the file that has them. */
  public static void define(Path jar, Instrumentation instrumentation) throws IOException {
    if (present()) {
      return;
    }
    if (!Files.isReadable(jar)) {
      throw new IOException(
          jar + " is missing; expected beside " + EntryWords.AGENT_JAR + " (option lib=DIR)");
    }
    try (JarFile file = new JarFile(jar.toFile())) {
      defineAll(file, instrumentation);
    } catch (ReflectiveOperationException | RuntimeException e) {
      instrumentation.appendToBootstrapClassLoaderSearch(new JarFile(jar.toFile()));
    }
    if (!present()) {
      throw new IOException(jar + " does not contain " + MARK);
    }
  }

  private static boolean present() {
    try {
      return Class.forName(MARK, false, null) != null;
    } catch (ClassNotFoundException e) {
      return false;
    }
  }

  private static void defineAll(JarFile jar, Instrumentation instrumentation)
      throws ReflectiveOperationException, IOException {
    JdkInternals.export(Object.class.getModule(), "jdk.internal.misc", instrumentation);
    Class<?> unsafe = Class.forName("jdk.internal.misc.Unsafe");
    Object instance = unsafe.getMethod("getUnsafe").invoke(null);
    Method defineClass =
        unsafe.getMethod(
            "defineClass",
            String.class,
            byte[].class,
            int.class,
            int.class,
            ClassLoader.class,
            ProtectionDomain.class);
    Map<String, byte[]> classes = read(jar);
    InvocationTargetException failure = null;
    for (int before = 0; before != classes.size(); ) {
      before = classes.size();
      failure = null;
      for (Map.Entry<String, byte[]> one : List.copyOf(classes.entrySet())) {
        String name = one.getKey();
        byte[] bytes = one.getValue();
        try {
          defineClass.invoke(instance, name, bytes, 0, bytes.length, null, null);
          classes.remove(name);
        } catch (InvocationTargetException e) {
          failure = e; // Its superclass may come later.
        }
      }
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static Map<String, byte[]> read(JarFile jar) throws IOException {
    Map<String, byte[]> classes = new LinkedHashMap<>();
    for (JarEntry entry : Collections.list(jar.entries())) {
      String name = entry.getName();
      if (name.startsWith("dev/uncork/boot/")
          && name.endsWith(".class")
          && !name.endsWith("package-info.class")) {
        try (InputStream input = jar.getInputStream(entry)) {
          String className = name.substring(0, name.length() - ".class".length());
          classes.put(className, input.readAllBytes());
        }
      }
    }
    return classes;
  }

  /**
   * Loads a library for the boot classes.
   *
   * <p>Not by {@code System.load}: from JDK 24 on it prints a warning for callers outside of a
   * named module (JEP 472), and the switch that silences it would silence the application's too.
   */
  public static void loadLibrary(String path, Instrumentation instrumentation) {
    try {
      JdkInternals.export(Object.class.getModule(), "jdk.internal.loader", instrumentation);
      Class<?> bootLoader = Class.forName("jdk.internal.loader.BootLoader");
      Object libraries = bootLoader.getMethod("getNativeLibraries").invoke(null);
      Object loaded =
          Class.forName("jdk.internal.loader.NativeLibraries")
              .getMethod("loadLibrary", Class.class, File.class)
              .invoke(libraries, Class.forName(MARK, false, null), new File(path));
      if (loaded != null) {
        return;
      }
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof UnsatisfiedLinkError error) {
        throw error;
      }
    } catch (ReflectiveOperationException | RuntimeException e) {
      // Another JDK's internals.
    }
    throw new UnsupportedOperationException("this JDK loads libraries in another way");
  }
}
