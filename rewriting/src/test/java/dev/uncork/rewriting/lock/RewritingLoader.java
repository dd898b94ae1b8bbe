package dev.uncork.rewriting.lock;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.Arrays;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/** Loads some test classes rewritten; their interfaces come from the loader of the tests. */
final class RewritingLoader extends ClassLoader {
  private final Set<String> rewritten;
  private final Rewriting rewriting;

  /** What is done to a class. */
  interface Rewriting {
    byte @Nullable [] rewrite(byte[] original);
  }

  RewritingLoader(Class<?>... rewritten) {
    super(RewritingLoader.class.getClassLoader());
    this.rewritten = Set.of(Arrays.stream(rewritten).map(Class::getName).toArray(String[]::new));
    LockRewriter rewriter =
        new LockRewriter(
            RewritingLoader::read,
            name -> this.rewritten.contains(name.replace('/', '.')),
            name -> this.rewritten.contains(name.replace('/', '.')));
    this.rewriting = original -> rewriter.rewrite(original).bytes();
  }

  RewritingLoader(Rewriting rewriting, Class<?> rewritten) {
    super(RewritingLoader.class.getClassLoader());
    this.rewritten = Set.of(rewritten.getName());
    this.rewriting = rewriting;
  }

  static byte @Nullable [] read(String internalName) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }

  static byte[] bytes(Class<?> type) {
    byte[] bytes = read(type.getName().replace('.', '/'));
    if (bytes == null) {
      throw new AssertionError(type + " has no class file");
    }
    return bytes;
  }

  @SuppressWarnings("unchecked")
  <T> T make(Class<? extends T> type) throws ReflectiveOperationException {
    var constructor = loadClass(type.getName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (T) constructor.newInstance();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    synchronized (getClassLoadingLock(name)) {
      if (!rewritten.contains(name)) {
        return super.loadClass(name, resolve);
      }
      Class<?> loaded = findLoadedClass(name);
      if (loaded != null) {
        return loaded;
      }
      byte[] original = read(name.replace('.', '/'));
      if (original == null) {
        throw new ClassNotFoundException(name);
      }
      byte[] bytes = rewriting.rewrite(original);
      byte[] defined = bytes == null ? original : bytes;
      StringWriter problems = new StringWriter();
      CheckClassAdapter.verify(
          new ClassReader(defined), getParent(), false, new PrintWriter(problems));
      if (!problems.toString().isEmpty()) {
        throw new ClassNotFoundException(name + ": " + problems);
      }
      return defineClass(name, defined, 0, defined.length);
    }
  }
}
