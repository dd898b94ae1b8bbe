package dev.uncork.agent.jvm;

import dev.uncork.rewriting.lock.ClassSource;
import java.io.File;
import java.io.FileInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.lang.ref.WeakReference;
import java.net.URL;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The class files that a class about to be loaded can be judged by, without running a line of the
 * application's: the JVM shows us no class that is loaded by our own thread meanwhile, and such a
 * class could lock reserved objects unseen.
 *
 * <p>So no class loader of the application's is asked. Its classes are looked for where those that
 * it has defined said they come from, and then as its parents' would be. A class that isn't found
 * is missing, which at worst leaves another one as it is.
 */
public final class ClassFiles implements ClassSource {
  private static final ClassLoader PLATFORM = ClassLoader.getPlatformClassLoader();
  private static final ClassLoader SYSTEM = ClassLoader.getSystemClassLoader();
  private static final int MOST_PLACES = 1000;

  private static final List<Place> PLACES = new CopyOnWriteArrayList<>();

  private final @Nullable ClassLoader loader;

  /** A jar or directory that a class loader has defined classes from. */
  private record Place(WeakReference<ClassLoader> loader, File file) {
    boolean isOf(ClassLoader asked) {
      return loader.refersTo(asked);
    }
  }

  private ClassFiles(@Nullable ClassLoader loader) {
    this.loader = loader;
  }

  /**
   * The class files around a class that is being defined.
   *
   * @param domain of the class
   */
  public static ClassFiles around(@Nullable ClassLoader loader, @Nullable ProtectionDomain domain) {
    if (loader != null && !isJdks(loader) && domain != null) {
      noteComingFrom(domain.getCodeSource(), loader);
    }
    return new ClassFiles(loader);
  }

  /** Reads in all ways once, so that later no class of the JDK is loaded for it. */
  public static void warmUp() {
    String entry = "dev/uncork/agent/entry/UncorkAgent.class";
    read(entry, SYSTEM);
    CodeSource source = ClassFiles.class.getProtectionDomain().getCodeSource();
    File core = source == null ? null : file(source.getLocation());
    if (core != null) {
      read(entry, core);
      read("none", core.getAbsoluteFile().getParentFile());
    }
  }

  /** The JDK's own class files. */
  public static ClassFiles ofJdk() {
    return new ClassFiles(null);
  }

  @Override
  public byte @Nullable [] bytes(String internalName) {
    // A security manager of the application's would be asked about each file.
    return confined() ? null : find(internalName + ".class", loader);
  }

  @SuppressWarnings("removal") // Until JDK 17 is history.
  private static boolean confined() {
    return System.getSecurityManager() != null;
  }

  /** Whether the class loader runs no code but the JDK's. */
  public static boolean isJdks(@Nullable ClassLoader loader) {
    return loader == null
        || loader == PLATFORM
        || loader == SYSTEM && loader.getClass().getClassLoader() == null;
  }

  private static byte @Nullable [] find(String file, @Nullable ClassLoader loader) {
    if (loader == null || isJdks(loader)) {
      return read(file, loader == null ? PLATFORM : loader);
    }
    byte[] bytes = find(file, loader.getParent());
    for (Place place : PLACES) {
      if (bytes == null && place.isOf(loader)) {
        bytes = read(file, place.file());
      }
    }
    return bytes;
  }

  private static byte @Nullable [] read(String file, ClassLoader jdks) {
    try (InputStream in = jdks.getResourceAsStream(file)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private static byte @Nullable [] read(String file, File place) {
    try {
      if (place.isDirectory()) {
        try (InputStream in = new FileInputStream(new File(place, file))) {
          return in.readAllBytes();
        }
      }
      try (JarFile jar = new JarFile(place, false, ZipFile.OPEN_READ, Runtime.version())) {
        ZipEntry entry = jar.getEntry(file);
        if (entry == null) {
          return null;
        }
        try (InputStream in = jar.getInputStream(entry)) {
          return in.readAllBytes();
        }
      }
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }

  private static void noteComingFrom(@Nullable CodeSource source, ClassLoader loader) {
    URL location = source == null ? null : source.getLocation();
    if (location == null || PLACES.size() >= MOST_PLACES) {
      return;
    }
    File file = file(location);
    if (file == null) {
      return;
    }
    for (Place place : PLACES) {
      if (place.isOf(loader) && place.file().equals(file)) {
        return;
      }
    }
    PLACES.removeIf(place -> place.loader().refersTo(null));
    PLACES.add(new Place(new WeakReference<>(loader), file));
  }

  /** Without asking the URL's handler, which may be the application's. */
  private static @Nullable File file(URL location) {
    String path = location.getPath();
    if (location.getProtocol().equals("jar") && path.endsWith("!/")) {
      path = path.substring(0, path.length() - 2);
      if (!path.startsWith("file:") || path.contains("!/")) {
        return null; // A jar inside of a jar.
      }
      path = path.substring("file:".length());
    } else if (!location.getProtocol().equals("file")) {
      return null;
    }
    try {
      return new File(URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8));
    } catch (IllegalArgumentException e) {
      return new File(path);
    }
  }

  /** Whether a class of this name is one of the JDK's. */
  public static boolean isOfJdk(String internalName) {
    return internalName.equals("java/lang/Object")
        || PLATFORM.getResource(internalName + ".class") != null;
  }
}
