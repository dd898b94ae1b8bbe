package dev.uncork.agent.remedy.stream;

import dev.uncork.agent.remedy.Remedy;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.protocol.AgentOption;
import dev.uncork.rewriting.lock.Reason;
import dev.uncork.rewriting.stream.ConfinedStreams;
import java.io.IOException;
import java.io.InputStream;
import java.lang.instrument.ClassFileTransformer;
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
 * start late. It tells what it did at once: a line for each class.
 */
public final class UnlockedStreams implements Remedy, ClassFileTransformer {
  /** Spark documents of both that only one thread at a time may use them. */
  private static final Set<String> ONE_THREAD =
      Set.of(
          "org/apache/spark/serializer/SerializationStream",
          "org/apache/spark/serializer/DeserializationStream");

  private final RemedySite site;
  private final String prefix;
  private int streams;
  private boolean removed;

  /** Changes nothing yet. */
  public UnlockedStreams(RemedySite site) {
    this.site = site;
    this.prefix = site.options().get(AgentOption.STREAMS).replace('.', '/');
  }

  /** Rewrites classes from now on, and those that are loaded. */
  @Override
  public @Nullable String start() {
    site.instrumentation().addTransformer(this, true);
    try {
      rewriteLoaded();
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      undo("it could not start");
      return "the classes of the shuffle can't be changed: " + e;
    }
    if (count() == 0) {
      undo("it found nothing");
      return "no stream was found that can do without its locks";
    }
    return null;
  }

  private synchronized int count() {
    return streams;
  }

  private void rewriteLoaded() throws UnmodifiableClassException {
    List<Class<?>> loaded = new ArrayList<>();
    for (Class<?> type : site.instrumentation().getAllLoadedClasses()) {
      if (isMeant(type.getName().replace('.', '/'))
          && site.instrumentation().isModifiableClass(type)) {
        loaded.add(type);
      }
    }
    if (!loaded.isEmpty()) {
      site.instrumentation().retransformClasses(loaded.toArray(Class[]::new));
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
      site.tell(className.replace('/', '.') + " can't be rewritten: " + e);
      return null;
    }
  }

  private synchronized void note(String className, ConfinedStreams.Result result) {
    streams += result.streams();
    if (result.streams() > 0) {
      site.tell("without locks: streams of " + className);
    }
    for (Reason reason : result.against()) {
      site.refuse(reason.toString());
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
  @Override
  public @Nullable String undo(String why) {
    synchronized (this) {
      removed = true;
    }
    try {
      rewriteLoaded();
      return null;
    } catch (UnmodifiableClassException | LinkageError | RuntimeException e) {
      return "the classes of the shuffle keep their changed code: " + e;
    } finally {
      site.instrumentation().removeTransformer(this);
    }
  }

  @Override
  public synchronized String summary() {
    return AgentOption.STREAMS.label() + ": " + streams + " without locks";
  }
}
