package dev.uncork.agent.stream;

import dev.uncork.agent.jvm.BootClasses;
import dev.uncork.agent.status.StatusFile;
import dev.uncork.protocol.AgentFiles;
import dev.uncork.rewriting.lock.Reason;
import dev.uncork.rewriting.stream.ConfinedStreams;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
import java.lang.instrument.Instrumentation;
import java.lang.instrument.UnmodifiableClassException;
import java.security.ProtectionDomain;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The remedy {@code reserve} for Spark's shuffle where the JVM has no lock reservation of its own:
 * the streams that rows are written to and read from get rid of their locks.
 *
 * <p>Needs no recording and no native code, and works on classes that are loaded already, so it can
 * start late. What it did stands in the status file: a line for each class, {@code running} at the
 * end, or {@code failed: reason} when no stream was changed.
 */
public final class UnlockedStreams implements ClassFileTransformer {
  /** Spark documents of both that only one thread at a time may use them. */
  private static final Set<String> ONE_THREAD =
      Set.of(
          "org/apache/spark/serializer/SerializationStream",
          "org/apache/spark/serializer/DeserializationStream");

  private final Instrumentation instrumentation;
  private final StatusFile status;
  private final String prefix;
  private int streams;
  private boolean removed;

  private UnlockedStreams(Instrumentation instrumentation, StatusFile status, String prefix) {
    this.instrumentation = instrumentation;
    this.status = status;
    this.prefix = prefix;
  }

  /**
   * Rewrites classes from now on, and those that are loaded.
   *
   * @param lib directory of the agent's own files
   * @param className the class that is rewritten, with all classes inside of it
   */
  public static UnlockedStreams install(
      Instrumentation instrumentation, StatusFile status, AgentFiles files, String className)
      throws IOException {
    UnlockedStreams streams =
        new UnlockedStreams(instrumentation, status, className.replace('.', '/'));
    BootClasses.define(files.boot(), instrumentation);
    instrumentation.addTransformer(streams, true);
    try {
      streams.rewriteLoaded();
      streams.tell();
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      streams.remove();
      status.failed("the classes of the shuffle can't be changed: " + e);
    }
    return streams;
  }

  private void rewriteLoaded() throws UnmodifiableClassException {
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : instrumentation.getAllLoadedClasses()) {
      if (isMeant(type.getName().replace('.', '/')) && instrumentation.isModifiableClass(type)) {
        loaded.add(type);
      }
    }
    if (!loaded.isEmpty()) {
      instrumentation.retransformClasses(loaded.toArray(Class[]::new));
    }
  }

  private synchronized void tell() {
    if (streams == 0) {
      status.failed("no stream was found that may do without locks");
    } else {
      status.running();
    }
  }

  private boolean isMeant(String internalName) {
    return internalName.equals(prefix) || internalName.startsWith(prefix + "$");
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable ClassLoader loader,
      @Nullable String className,
      @Nullable Class<?> loaded,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (className == null || loader == null || !isMeant(className)) {
      return null;
    }
    synchronized (this) {
      if (removed) {
        return null;
      }
    }
    try {
      ConfinedStreams.Result result =
          ConfinedStreams.rewrite(bytes, name -> read(loader, name), ONE_THREAD::contains);
      note(className.replace('/', '.'), result);
      return result.bytes();
    } catch (Throwable e) {
      status.warn(className.replace('/', '.') + " can't be rewritten: " + e);
      return null;
    }
  }

  private synchronized void note(String className, ConfinedStreams.Result result) {
    streams += result.streams();
    if (result.streams() > 0) {
      status.warn("without locks: streams of " + className);
    }
    for (Reason reason : result.against()) {
      status.warn("with locks: " + reason);
    }
  }

  private static byte @Nullable [] read(ClassLoader loader, String internalName) {
    try (InputStream in = loader.getResourceAsStream(internalName + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }

  /** Gives the classes their own code back; streams that are open stay as they are. */
  public void remove() {
    synchronized (this) {
      removed = true;
    }
    try {
      rewriteLoaded();
      status.stopped();
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      status.warn("the classes of the shuffle keep their changed code: " + e);
    } finally {
      instrumentation.removeTransformer(this);
    }
  }
}
