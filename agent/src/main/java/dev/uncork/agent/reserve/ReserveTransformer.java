package dev.uncork.agent.reserve;

import dev.uncork.boot.Reservable;
import dev.uncork.rewriting.lock.ClassSource;
import dev.uncork.rewriting.lock.JdkSites;
import dev.uncork.rewriting.lock.LockRewriter;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rewrites each class of the application, and a few of the JDK, when it is loaded. */
final class ReserveTransformer implements ClassFileTransformer {

  private final ReserveSelection selection;
  private final RewrittenClasses results;
  private final ClassLoader platform = ClassLoader.getPlatformClassLoader();

  ReserveTransformer(ReserveSelection selection, RewrittenClasses results) {
    this.selection = selection;
    this.results = results;
  }

  /** Rewrites something once, so that all classes that this needs are loaded. */
  void warmUp() throws IOException {
    String file = "java/util/Vector.class";
    try (InputStream in = ClassLoader.getSystemResourceAsStream(file)) {
      if (in == null) {
        throw new IOException(file + " can't be read from the JDK");
      }
      byte[] bytes = in.readAllBytes();
      new LockRewriter(name -> read(null, name), name -> true, name -> true).rewrite(bytes);
      LockRewriter.hookOnly(bytes);
    }
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (className == null || isOurs(loader, className)) {
      return null;
    }
    boolean ofJdk = loader == null || loader == platform;
    if (ofJdk && !JdkSites.NAMES.contains(className) && !selection.contains(className, true)) {
      return null;
    }
    try {
      boolean fixed =
          redefined != null && !List.of(redefined.getInterfaces()).contains(Reservable.class);
      if (fixed) {
        return LockRewriter.hookOnly(bytes); // Loaded before: members can't be added any more.
      }
      LockRewriter.Result result = rewriter(loader, ofJdk).rewrite(bytes);
      if (redefined == null) {
        results.add(className.replace('/', '.'), result);
      }
      return result.bytes();
    } catch (Throwable e) {
      results.failed(className.replace('/', '.'), e);
      return null;
    }
  }

  /** Whether a class is one of the agent's own. */
  static boolean isOurs(@Nullable ClassLoader loader, String internalName) {
    return loader == ReserveTransformer.class.getClassLoader()
        || internalName.startsWith("dev/uncork/boot/")
        || internalName.startsWith("dev/uncork/agent/entry/");
  }

  private LockRewriter rewriter(@Nullable ClassLoader loader, boolean ofJdk) {
    ClassSource source = name -> read(loader, name);
    return new LockRewriter(
        source,
        name -> selection.contains(name, ofJdk),
        // Classes of the JDK below the application's are there already, with their own code.
        name -> ofJdk || !isOfJdk(name));
  }

  private static boolean isOfJdk(String internalName) {
    return ClassLoader.getPlatformClassLoader().getResource(internalName + ".class") != null;
  }

  private static byte @Nullable [] read(@Nullable ClassLoader loader, String internalName) {
    String file = internalName + ".class";
    try (InputStream in =
        loader == null
            ? ClassLoader.getSystemResourceAsStream(file)
            : loader.getResourceAsStream(file)) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException | RuntimeException e) {
      return null;
    }
  }
}
