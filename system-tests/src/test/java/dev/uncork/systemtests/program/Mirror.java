package dev.uncork.systemtests.program;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** A program that shows what it was given and ends as it is told. */
public final class Mirror {
  private Mirror() {}

  public static void main(String[] args) throws Exception {
    switch (args[0]) {
      case "arguments" -> write("/proc/self/cmdline");
      case "environment" -> write("/proc/self/environ");
      case "input" -> System.in.transferTo(System.out);
      case "streams" -> {
        System.out.print("to out");
        System.err.print("to err");
      }
      case "exit" -> System.exit(Integer.parseInt(args[1]));
      case "halt" -> {
        System.in.readAllBytes();
        Runtime.getRuntime().halt(Integer.parseInt(args[1]));
      }
      case "throw" -> throw new IllegalStateException("on purpose");
      case "crash" -> crash();
      case "progress" -> progress(Integer.parseInt(args[1]));
      case "fill" -> fill(Path.of(args[1]), Integer.parseInt(args[2]));
      case "linger" -> linger();
      case "terminate" -> terminate();
      default -> throw new IllegalArgumentException(args[0]);
    }
  }

  private static void write(String file) throws IOException {
    System.out.write(Files.readAllBytes(Path.of(file)));
    System.out.flush();
  }

  /** A segmentation fault, by a write to address zero. */
  private static void crash() throws ReflectiveOperationException {
    Class<?> type = Class.forName("sun.misc.Unsafe");
    Field field = type.getDeclaredField("theUnsafe");
    field.setAccessible(true);
    type.getMethod("putLong", long.class, long.class).invoke(field.get(null), 0L, 0L);
  }

  private static void progress(int lines) throws IOException {
    PrintStream out = System.out;
    for (int i = 1; i <= lines; i++) {
      out.printf(Locale.ROOT, "at %d: %,d states%n", i, i * 1000);
    }
    System.in.readAllBytes();
  }

  /** Takes disk space, then waits for its input to end. */
  private static void fill(Path file, int mebibytes) throws IOException {
    byte[] mebibyte = new byte[1 << 20];
    try (OutputStream out = Files.newOutputStream(file)) {
      for (int i = 0; i < mebibytes; i++) {
        out.write(mebibyte);
      }
    }
    System.out.println("filled");
    System.in.readAllBytes();
  }

  /** Says that it is there and waits to be ended from outside. */
  private static void linger() throws IOException, InterruptedException {
    System.out.println("here " + ProcessHandle.current().pid());
    System.out.flush();
    Thread.currentThread().join();
  }

  /** Says how it was ended, by a hook that any polite signal runs. */
  private static void terminate() throws IOException, InterruptedException {
    Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook ran")));
    linger();
  }
}
