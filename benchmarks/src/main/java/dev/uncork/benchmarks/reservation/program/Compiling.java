package dev.uncork.benchmarks.reservation.program;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/** Compiles classes with the JDK's own compiler, from memory to memory. */
final class Compiling implements SingleThreaded.Program {
  private static final int CLASSES = 40;
  private static final int METHODS = 20;

  private final List<Source> sources = new ArrayList<>();

  Compiling() {
    for (int i = 0; i < CLASSES; i++) {
      StringBuilder code = new StringBuilder("class Made" + i + " {\n");
      for (int j = 0; j < METHODS; j++) {
        code.append(
            """
              static int method%1$d(java.util.List<Integer> values, int start) {
                int sum = start;
                for (int value : values) {
                  sum += value > %1$d ? value * %1$d : method%2$d(values.subList(0, 0), value);
                }
                return values.stream().mapToInt(v -> v + %1$d).sum() + sum;
              }
            """
                .formatted(j, (j + 1) % METHODS));
      }
      sources.add(new Source("Made" + i, code.append("}\n").toString()));
    }
  }

  @Override
  public long run() throws IOException {
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    if (compiler == null) {
      throw new IOException("this Java has no compiler; expected a JDK");
    }
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, Locale.ROOT, null);
        Memory memory = new Memory(files)) {
      boolean good =
          compiler.getTask(null, memory, null, List.of("-proc:none"), null, sources).call();
      if (!good) {
        throw new IOException("the generated classes were not compiled");
      }
      return memory.sum();
    }
  }

  /** A source in memory. */
  private static final class Source extends SimpleJavaFileObject {
    private final String code;

    Source(String name, String code) {
      super(URI.create("string:///" + name + ".java"), Kind.SOURCE);
      this.code = code;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreErrors) {
      return code;
    }
  }

  /** A class file in memory. */
  private static final class Output extends SimpleJavaFileObject {
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    Output(String name) {
      super(URI.create("bytes:///" + name + ".class"), Kind.CLASS);
    }

    @Override
    public OutputStream openOutputStream() {
      return bytes;
    }
  }

  /** Keeps what the compiler writes. */
  private static final class Memory extends ForwardingJavaFileManager<JavaFileManager> {
    private final List<Output> outputs = new ArrayList<>();

    Memory(JavaFileManager files) {
      super(files);
    }

    @Override
    public JavaFileObject getJavaFileForOutput(
        Location location, String name, JavaFileObject.Kind kind, FileObject sibling) {
      Output output = new Output(name);
      outputs.add(output);
      return output;
    }

    long sum() {
      long sum = outputs.size();
      for (Output output : outputs) {
        sum = sum * 31 + Arrays.hashCode(output.bytes.toByteArray());
      }
      return sum;
    }
  }
}
