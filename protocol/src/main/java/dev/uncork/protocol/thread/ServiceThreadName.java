package dev.uncork.protocol.thread;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What names of threads begin with that serve a program rather than run it: the JVM's, JFR's and
 * Uncork's.
 */
public enum ServiceThreadName {
  /** Of garbage collection. */
  GC(
      "GC Thread",
      "G1 ",
      "ZWorker",
      "ZDriver",
      "ZDirector",
      "ZUncommitter",
      "ZUnmapper",
      "ZStat",
      "Shenandoah"),
  /** Of the JIT compilers. */
  COMPILER("C1 Compiler", "C2 Compiler", "JVMCI"),
  /** All others. */
  JVM(
      "VM Thread",
      "VM Periodic",
      "Sweeper thread",
      "Monitor Deflation Thread",
      "Service Thread",
      "Signal Dispatcher",
      "Reference Handler",
      "Finalizer",
      "Common-Cleaner",
      "Notification Thread",
      "Attach Listener",
      "JFR ",
      "uncork-");

  private static final int KERNEL_LENGTH = 15;
  private static final int BEGINNING = 7;
  private static final int END = 6;

  private final List<String> kernelPrefixes;

  /** What they begin with: hardly another thread's name does, and a recording has millions. */
  private final String firstLetters;

  ServiceThreadName(String... prefixes) {
    this.kernelPrefixes =
        Arrays.stream(prefixes).flatMap(ServiceThreadName::kernelPrefixes).toList();
    this.firstLetters =
        Arrays.stream(prefixes).map(prefix -> prefix.substring(0, 1)).collect(Collectors.joining());
  }

  /** Whether a thread with this name, as it is or as the kernel keeps it, is one of them. */
  public boolean matches(String name) {
    if (name.isEmpty() || firstLetters.indexOf(name.charAt(0)) < 0) {
      return false;
    }
    for (String prefix : kernelPrefixes) {
      if (name.startsWith(prefix)) {
        return true;
      }
    }
    return false;
  }

  /** Whether a thread with this name, as it is or as the kernel keeps it, is any of them. */
  public static boolean serves(String name) {
    return Arrays.stream(values()).anyMatch(one -> one.matches(name));
  }

  /** What the kernel's names of all of them begin with. */
  public static List<String> allKernelPrefixes() {
    return Arrays.stream(values()).flatMap(name -> name.kernelPrefixes.stream()).toList();
  }

  /**
   * The kernel keeps 15 characters of a name: the first, or on newer JDKs the first 7, two dots and
   * the last 6 (JDK-8324584). What is known of those here is the end of a whole name.
   */
  private static Stream<String> kernelPrefixes(String prefix) {
    if (prefix.length() <= BEGINNING) {
      return Stream.of(prefix);
    }
    int length = prefix.length();
    String shortened = prefix.substring(0, BEGINNING) + "..";
    return Stream.of(
        prefix.substring(0, Math.min(length, KERNEL_LENGTH)),
        length <= KERNEL_LENGTH ? shortened : shortened + prefix.substring(length - END));
  }
}
