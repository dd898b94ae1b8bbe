package dev.uncork.agent.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.rewriting.lock.ClassSource;
import java.io.InputStream;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.ProtectionDomain;
import java.security.cert.Certificate;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ClassFilesTest {
  private static final byte[] CLASS_FILE = {1, 2, 3};

  @TempDir Path directory;

  /** A class loader of an application's. */
  private static final class Own extends ClassLoader {
    private int asked;

    Own() {
      super(ClassFilesTest.class.getClassLoader());
    }

    @Override
    public URL getResource(String name) {
      asked++;
      return super.getResource(name);
    }

    @Override
    public InputStream getResourceAsStream(String name) {
      asked++;
      return super.getResourceAsStream(name);
    }
  }

  @Test
  void readsWhereTheLoadersClassesComeFromWithoutAskingIt() throws Exception {
    Own loader = new Own();
    Path folder = Files.createDirectories(directory.resolve("a +b"));
    Files.write(folder.resolve("Base.class"), CLASS_FILE);
    ClassSource source = ClassFiles.around(loader, from(folder.toUri().toURL()));
    assertThat(source.bytes("Base")).isEqualTo(CLASS_FILE);
    assertThat(source.bytes("Other")).isNull();
    Path jar = directory.resolve("more.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar))) {
      out.putNextEntry(new JarEntry("Other.class"));
      out.write(CLASS_FILE);
    }
    ClassFiles.around(loader, from(jar.toUri().toURL()));
    assertThat(source.bytes("Other")).isEqualTo(CLASS_FILE);
    assertThat(ClassFiles.around(new Own(), null).bytes("Other")).isNull();
    assertThat(loader.asked).isZero();
  }

  @Test
  void findsWhatParentsAndTheJdkHave() {
    ClassSource source = ClassFiles.around(new Own(), null);
    assertThat(source.bytes("java/util/Vector")).isNotEmpty();
    assertThat(source.bytes("dev/uncork/agent/jvm/ClassFilesTest")).isNotEmpty();
  }

  private static ProtectionDomain from(URL location) {
    return new ProtectionDomain(new CodeSource(location, (Certificate[]) null), null);
  }
}
