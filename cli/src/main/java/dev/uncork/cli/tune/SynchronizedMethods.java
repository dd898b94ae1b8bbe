package dev.uncork.cli.tune;

import dev.uncork.cli.plan.Fingerprint;
import dev.uncork.recording.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassVisitor;
import org.objectweb.asm.MethodVisitor;
import org.objectweb.asm.Opcodes;

/** Which methods are synchronized, from the class files of a class path and of this JDK. */
final class SynchronizedMethods {
  private final List<Path> classPath;
  private final Map<String, Set<String>> known = new HashMap<>();

  SynchronizedMethods(List<Path> classPath) {
    this.classPath = classPath;
  }

  /** Whether a frame's class has a synchronized method of that name. */
  boolean contains(Frame frame) {
    return known
        .computeIfAbsent(frame.className().replace('.', '/'), this::methods)
        .contains(frame.method());
  }

  private Set<String> methods(String internalName) {
    Set<String> names = new HashSet<>();
    try {
      bytes(internalName + ".class")
          .ifPresent(
              bytes ->
                  new ClassReader(bytes)
                      .accept(
                          new ClassVisitor(Opcodes.ASM9) {
                            @Override
                            public @Nullable MethodVisitor visitMethod(
                                int access,
                                String name,
                                String descriptor,
                                @Nullable String signature,
                                String @Nullable [] exceptions) {
                              if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
                                names.add(name);
                              }
                              return null;
                            }
                          },
                          ClassReader.SKIP_CODE | ClassReader.SKIP_DEBUG));
    } catch (IOException | RuntimeException e) {
      // A class of a format that this reader doesn't know: then nothing is claimed about it.
      return Set.of();
    }
    return names;
  }

  private Optional<byte[]> bytes(String resource) throws IOException {
    Optional<byte[]> own = Fingerprint.read(resource, classPath);
    if (own.isPresent()) {
      return own;
    }
    try (InputStream jdk = ClassLoader.getPlatformClassLoader().getResourceAsStream(resource)) {
      return jdk == null ? Optional.empty() : Optional.of(jdk.readAllBytes());
    }
  }
}
