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
      "process reaper",
      "JFR ",
      "uncork-");

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
    return GC.matches(name) || COMPILER.matches(name) || JVM.matches(name);
  }

  /** What the kernel's names of all of them begin with. */
  public static List<String> allKernelPrefixes() {
    return Arrays.stream(values()).flatMap(name -> name.kernelPrefixes.stream()).toList();
  }

  /** Of a name that is longer than what the kernel keeps, the end is known, too. */
  private static Stream<String> kernelPrefixes(String prefix) {
    return KernelName.fits(prefix)
        ? Stream.of(prefix, KernelName.beginning(prefix)).distinct()
        : Stream.of(KernelName.cut(prefix), KernelName.shortened(prefix));
  }
}
