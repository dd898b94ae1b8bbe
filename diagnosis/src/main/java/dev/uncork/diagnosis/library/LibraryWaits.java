package dev.uncork.diagnosis.library;

import dev.uncork.diagnosis.library.LibraryFile.Entry;
import dev.uncork.diagnosis.stack.Activity;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.diagnosis.stack.Libraries;
import dev.uncork.diagnosis.stack.LibraryWait;
import dev.uncork.recording.Frame;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Which setting of which library decides on a wait, from the files in this package, one for each
 * library; CONTRIBUTING.md says how to add one.
 *
 * <p>The innermost method that the table knows tells what a thread waits for, as long as that fits
 * what the JDK's frames below it do: in {@code HikariPool.getConnection}, but reading from a
 * socket, a thread doesn't wait for a connection of the pool. Further out the same library, or one
 * that waits through it, may know better whose wait that is: {@code
 * PoolingDataSource.getConnection} of DBCP is outside of Commons Pool's {@code borrowObject}. The
 * search ends at the first code of the application: what a loader does that a cache calls isn't the
 * cache's wait.
 */
public final class LibraryWaits implements Libraries {
  private static final int MOST_FRAMES = 40;

  /** Where builds put a copy of a library, so that it isn't in the way of another one. */
  private static final List<String> MOVED =
      List.of(".shaded.", ".thirdparty.", ".relocated.", ".repackaged.");

  private static final List<String> HIDDEN = List.of("$$Lambda", "/0x", "$$EnhancerBy", "$$Fast");

  /** What a thread may do that is off its core in native code. */
  private static final Set<Activity> NATIVELY =
      EnumSet.of(Activity.IDLE, Activity.SOCKET, Activity.STORAGE, Activity.LOCK);

  private record Known(LibraryFile library, String method, LibraryWait told) {
    boolean fits(String of, Activity seen) {
      return method.equals(LibraryFile.ANY)
          ? told.activity() == seen
          : method.equals(of) && LibraryWaits.fits(told.activity(), seen);
    }
  }

  private record Pool(Pattern threadName, LibraryWait told) {}

  /** All files, read once, when first asked. */
  private static final class Table {
    static final Map<String, List<Known>> BY_CLASS = new HashMap<>();
    static final Set<String> PACKAGES = new HashSet<>();
    static final List<Pool> POOLS = new ArrayList<>();

    static {
      for (String id : ids()) {
        read(id).ifPresent(Table::add);
      }
    }

    private static void add(LibraryFile library) {
      PACKAGES.addAll(library.packages());
      for (Entry entry : library.entries()) {
        LibraryWait told = entry.told();
        entry
            .places()
            .forEach(
                place ->
                    BY_CLASS
                        .computeIfAbsent(place.className(), key -> new ArrayList<>())
                        .add(new Known(library, place.method(), told)));
        entry.threads().forEach(name -> POOLS.add(new Pool(glob(name), told)));
      }
    }

    private static Pattern glob(String name) {
      return Pattern.compile(
          Arrays.stream(name.split("\\*", -1))
              .map(Pattern::quote)
              .collect(Collectors.joining(".*")));
    }
  }

  @Override
  public Optional<LibraryWait> match(List<Frame> stack, Activity seen) {
    Known found = null;
    for (Frame frame : stack.subList(0, Math.min(MOST_FRAMES, stack.size()))) {
      String className = visible(frame.className());
      Optional<Known> here = known(className, frame.method(), seen);
      if (here.isEmpty()) {
        if (CodeOrigin.isApplication(frame) && !isOfLibrary(className)) {
          break;
        }
      } else if (found == null || knowsBetter(here.get(), found)) {
        found = here.get();
      }
    }
    return Optional.ofNullable(found).map(Known::told);
  }

  @Override
  public Optional<LibraryWait> pool(String threadName) {
    return Table.POOLS.stream()
        .filter(pool -> pool.threadName().matcher(threadName).matches())
        .map(Pool::told)
        .findFirst();
  }

  @Override
  public boolean have(String className) {
    return isOfLibrary(visible(className));
  }

  /** Names of the files, without their ending. */
  static List<String> ids() {
    try (InputStream in = LibraryWaits.class.getResourceAsStream("index")) {
      return in == null
          ? List.of()
          : new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /** What a file holds; nothing where there is none. */
  static Properties properties(String id) {
    Properties text = new Properties();
    try (InputStream in = LibraryWaits.class.getResourceAsStream(id + ".properties")) {
      if (in != null) {
        try (Reader reader = new InputStreamReader(in, StandardCharsets.UTF_8)) {
          text.load(reader);
        }
      }
    } catch (IOException e) {
      text.clear();
    }
    return text;
  }

  /** A file that makes no sense, which a test would find, is left out. */
  private static Optional<LibraryFile> read(String id) {
    try {
      return Optional.of(LibraryFile.of(id, properties(id)));
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static Optional<Known> known(String className, String method, Activity seen) {
    return Table.BY_CLASS.getOrDefault(className, List.of()).stream()
        .filter(known -> known.fits(method, seen))
        .min(
            Comparator.comparing((Known known) -> known.told().activity() != Activity.BACKOFF)
                .thenComparing(known -> known.told().activity() == Activity.LOCK));
  }

  /** Whether a thread that does one thing in the JDK can do the other in a library. */
  private static boolean fits(Activity told, Activity seen) {
    return switch (seen) {
      case RUNNING, LOCK, STORAGE, CHILD_PROCESS -> told == seen;
      case SOCKET -> told == Activity.SOCKET || told == Activity.IDLE;
      case NATIVE -> NATIVELY.contains(told);
      case BACKOFF -> true;
      default -> told != Activity.BACKOFF; // Which only who pauses does.
    };
  }

  /**
   * What is told of all methods of a class tells less than where a thread waits further in. Who
   * waits for a permit waits for nothing else, however the library does that inside.
   */
  private static boolean knowsBetter(Known outer, Known inner) {
    Activity activity = outer.told().activity();
    return !outer.method().equals(LibraryFile.ANY)
        && (activity == inner.told().activity() || activity == Activity.PERMIT)
        && (outer.library() == inner.library()
            || outer.library().uses().contains(inner.library().id()));
  }

  private static boolean isOfLibrary(String className) {
    for (int dot = className.lastIndexOf('.'); dot > 0; dot = className.lastIndexOf('.', dot - 1)) {
      if (Table.PACKAGES.contains(className.substring(0, dot))) {
        return true;
      }
    }
    return false;
  }

  /** The class that a generated one was made for; one that another library has moved as its own. */
  private static String visible(String className) {
    for (String mark : MOVED) {
      int at = className.lastIndexOf(mark);
      if (at > 0) {
        return visible(className.substring(at + mark.length()));
      }
    }
    for (String mark : HIDDEN) {
      int at = className.indexOf(mark);
      if (at > 0) {
        return className.substring(0, at);
      }
    }
    return className;
  }
}
