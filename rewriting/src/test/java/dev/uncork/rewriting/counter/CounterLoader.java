package dev.uncork.rewriting.counter;

import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.util.CheckClassAdapter;

/** Loads one test class with rewritten counters; its interfaces come from the tests' loader. */
final class CounterLoader extends ClassLoader {
  private final Class<?> type;
  private final boolean spread;

  CounterLoader(Class<?> type, boolean spread) {
    super(CounterLoader.class.getClassLoader());
    this.type = type;
    this.spread = spread;
  }

  static CounterRewriter.Result rewrite(Class<?> type, boolean spread) {
    byte[] bytes = read(type.getName().replace('.', '/'));
    if (bytes == null) {
      throw new AssertionError(type + " has no class file");
    }
    return new CounterRewriter(CounterLoader::read, name -> !name.startsWith("java/"), spread)
        .rewrite(bytes);
  }

  @SuppressWarnings("unchecked")
  <T> T make() throws ReflectiveOperationException {
    var constructor = loadClass(type.getName()).getDeclaredConstructor();
    constructor.setAccessible(true);
    return (T) constructor.newInstance();
  }

  @Override
  protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
    if (!name.equals(type.getName())) {
      return super.loadClass(name, resolve);
    }
    Class<?> loaded = findLoadedClass(name);
    if (loaded != null) {
      return loaded;
    }
    CounterRewriter.Result result = rewrite(type, spread);
    byte[] bytes = result.bytes();
    if (bytes == null) {
      throw new ClassNotFoundException(name + " was refused: " + result.against());
    }
    StringWriter problems = new StringWriter();
    CheckClassAdapter.verify(new ClassReader(bytes), getParent(), false, new PrintWriter(problems));
    if (!problems.toString().isEmpty()) {
      throw new ClassNotFoundException(name + ": " + problems);
    }
    return defineClass(name, bytes, 0, bytes.length);
  }

  private static byte @Nullable [] read(String internalName) {
    try (InputStream in = ClassLoader.getSystemResourceAsStream(internalName + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      return null;
    }
  }
}
