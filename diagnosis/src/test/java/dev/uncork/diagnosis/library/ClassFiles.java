package dev.uncork.diagnosis.library;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Names of the methods that a class file declares; none where there is no such class. */
record ClassFiles(Set<String> methods) {
  private static final ClassFiles NONE = new ClassFiles(Set.of());

  ClassFiles {
    methods = Set.copyOf(methods);
  }

  /** Whether it declares a method, or with {@link LibraryFile#ANY} any. */
  boolean has(String method) {
    return method.equals(LibraryFile.ANY) ? !methods.isEmpty() : methods.contains(method);
  }

  /** Of the running JDK. */
  static ClassFiles ofJdk(FileSystem jdk, String className) throws IOException {
    try (Stream<Path> modules = Files.list(jdk.getPath("/modules"))) {
      for (Path module : modules.toList()) {
        Path file = module.resolve(path(className));
        if (Files.exists(file)) {
          return parse(Files.readAllBytes(file));
        }
      }
    }
    return NONE;
  }

  static ClassFiles ofJar(Path jar, String className) throws IOException {
    try (ZipFile zip = new ZipFile(jar.toFile())) {
      ZipEntry entry = zip.getEntry(path(className));
      if (entry == null) {
        return NONE;
      }
      try (InputStream in = zip.getInputStream(entry)) {
        return parse(in.readAllBytes());
      }
    }
  }

  private static String path(String className) {
    return className.replace('.', '/') + ".class";
  }

  private static ClassFiles parse(byte[] bytes) {
    Set<String> names = new HashSet<>();
    new ClassReader(bytes)
        .accept(
            new ClassVisitor(Opcodes.ASM9) {
              @Override
              public MethodVisitor visitMethod(
                  int access, String name, String descriptor, String signature, String[] thrown) {
                names.add(name);
                return null;
              }
            },
            ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG | ClassReader.SKIP_FRAMES);
    return new ClassFiles(names);
  }
}
