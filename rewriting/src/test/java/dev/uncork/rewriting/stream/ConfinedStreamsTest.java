package dev.uncork.rewriting.stream;

import static org.assertj.core.api.Assertions.assertThat;

import dev.uncork.boot.stream.UnlockedDataOutput;
import dev.uncork.rewriting.lock.Reason;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.objectweb.asm.ClassReader;
import org.objectweb.asm.ClassWriter;
import org.objectweb.asm.commons.ClassRemapper;
import org.objectweb.asm.commons.SimpleRemapper;

/** Streams lose their locks where nobody else can reach them, and only there. */
class ConfinedStreamsTest {
  private static final String PACKAGE = "dev/uncork/rewriting/stream/";

  private static byte @Nullable [] bytes(String internalName) {
    try (InputStream in =
        ConfinedStreamsTest.class.getClassLoader().getResourceAsStream(internalName + ".class")) {
      return in == null ? null : in.readAllBytes();
    } catch (IOException e) {
      throw new IllegalStateException(e);
    }
  }

  private static ConfinedStreams.Result rewrite(String name) {
    return rewrite(original(name));
  }

  private static byte[] original(String name) {
    return Objects.requireNonNull(bytes(PACKAGE + "StreamSubjects$" + name));
  }

  private static ConfinedStreams.Result rewrite(byte[] original) {
    return ConfinedStreams.rewrite(
        original, ConfinedStreamsTest::bytes, (PACKAGE + "StreamSubjects$OneThread")::equals);
  }

  @Test
  void keptStreamsLoseTheirLocksAndCarryTheSame() throws Exception {
    ConfinedStreams.Result result = rewrite("Keeping");
    assertThat(result.against()).isEmpty();
    assertThat(result.streams()).isEqualTo(2);
    Loader loader = new Loader(StreamSubjects.Keeping.class.getName(), result.bytes());
    Class<?> type = loader.loadClass(StreamSubjects.Keeping.class.getName());
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    Object writer = make(type, out, InputStream.nullInputStream());
    assertThat(type.getMethod("kinds").invoke(writer))
        .isEqualTo(UnlockedDataOutput.class.getSimpleName());
    int[] numbers = new int[5_000];
    int sum = 0;
    for (int i = 0; i < numbers.length; i++) {
      numbers[i] = i * 31;
      sum += numbers[i];
    }
    type.getMethod("write", int[].class).invoke(writer, numbers);
    assertThat(out.size()).isEqualTo(4 * numbers.length + 20_000 + 5);
    Object reader =
        make(type, OutputStream.nullOutputStream(), new ByteArrayInputStream(out.toByteArray()));
    assertThat(type.getMethod("sum", int.class).invoke(reader, numbers.length)).isEqualTo(sum);
  }

  private static Object make(Class<?> type, OutputStream out, InputStream in) throws Exception {
    return type.getConstructor(OutputStream.class, InputStream.class).newInstance(out, in);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Shared,nothing says that one thread",
        "Returning,may get elsewhere",
        "Passing,may get elsewhere",
        "Leaking,may get elsewhere",
        "Capturing,may get elsewhere",
        "Marking,may get elsewhere",
        "Nest,may get elsewhere",
        "Changing,not private and final"
      })
  void whatOthersMayReachIsRefused(String nameAndReason) {
    List<String> parts = List.of(nameAndReason.split(",", 2));
    ConfinedStreams.Result result = rewrite(parts.get(0));
    assertThat(result.bytes()).isNull();
    assertThat(result.against().stream().map(Reason::toString))
        .anyMatch(reason -> reason.contains(parts.get(1)));
  }

  @ParameterizedTest
  @CsvSource({
    "org/sparkproject/guava/io/ByteStreams,true",
    "org/apache/spark/util/Utils$,true",
    "com/acme/Utils$,false"
  })
  void onlyMethodsKnownToKeepNothingMayBeGivenAStream(String owner, boolean known) {
    ClassWriter renamed = new ClassWriter(0);
    new ClassReader(original("Filling"))
        .accept(
            new ClassRemapper(
                renamed, new SimpleRemapper(Map.of(PACKAGE + "StreamSubjects$Helper", owner))),
            0);
    ConfinedStreams.Result result = rewrite(renamed.toByteArray());
    assertThat(result.streams()).isEqualTo(known ? 1 : 0);
    assertThat(result.against()).hasSize(known ? 0 : 1);
  }

  @Test
  void otherClassesAreLeftAlone() {
    assertThat(rewrite("OneThread")).isEqualTo(new ConfinedStreams.Result(null, 0, List.of()));
  }

  /** Defines one class anew, with its nest. */
  private static final class Loader extends ClassLoader {
    private final String name;
    private final byte @Nullable [] rewritten;

    Loader(String name, byte @Nullable [] rewritten) {
      super(ConfinedStreamsTest.class.getClassLoader());
      this.name = name;
      this.rewritten = rewritten;
    }

    @Override
    protected Class<?> loadClass(String wanted, boolean resolve) throws ClassNotFoundException {
      if (!wanted.startsWith(StreamSubjects.class.getName())) {
        return super.loadClass(wanted, resolve);
      }
      Class<?> loaded = findLoadedClass(wanted);
      byte[] bytes = wanted.equals(name) ? rewritten : bytes(wanted.replace('.', '/'));
      if (loaded == null && bytes != null) {
        loaded = defineClass(wanted, bytes, 0, bytes.length);
      }
      if (loaded == null) {
        throw new ClassNotFoundException(wanted);
      }
      return loaded;
    }
  }
}
