package dev.uncork.sparkledger.log;

import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.DriverLook;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The places in the user's program, in a stack as Spark writes it. */
public final class UserFrames {
  private static final Pattern SHORT_FORM = Pattern.compile("\\S+ at \\S+:\\d+");
  private static final Pattern FRAME =
      Pattern.compile("(?:[\\w.]+/)?([\\w.$]+)\\.([\\w$<>]+)\\(([^():]+:\\d+)\\)");
  private static final String SPARK = "org.apache.spark.";
  private static final String PYTHON_CALLS = "py4j.";
  private static final String IN_PYTHON = " in Python";

  /** So Spark describes what it does for a batch of a stream. */
  private static final String BATCH = "\nid = ";

  private static final Pattern REFLECTION =
      Pattern.compile(
          " at (?:(?:NativeMethodAccessorImpl|DirectMethodHandleAccessor)\\.java|<unknown>):\\d+$");

  /** How the JDK calls a method by reflection: another way when it has done so a few times. */
  private static final Pattern REFLECTIVE =
      Pattern.compile("(?m)^(?:java\\.base/)?jdk\\.internal\\.reflect\\..*\\n");

  private static final List<String> NOT_THE_USERS =
      List.of(
          SPARK,
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "scala.",
          "py4j.",
          "dev.uncork.spark."); // The plugin, which is in Spark when that stops.

  /** What runs on behalf of whoever calls it: the user's code, or Spark's. */
  private static final List<String> CALLED =
      List.of(
          "java.",
          "javax.",
          "jdk.",
          "sun.",
          "com.sun.",
          "scala.",
          "ch.qos.logback.",
          "com.codahale.",
          "com.esotericsoftware.",
          "com.fasterxml.",
          "com.github.luben.",
          "com.google.",
          "io.netty.",
          "jakarta.",
          "net.jpountz.",
          "org.antlr.",
          "org.apache.arrow.",
          "org.apache.avro.",
          "org.apache.commons.",
          "org.apache.hadoop.",
          "org.apache.hive.",
          "org.apache.log4j.",
          "org.apache.logging.",
          "org.apache.orc.",
          "org.apache.parquet.",
          "org.codehaus.",
          "org.glassfish.",
          "org.json4s.",
          "org.roaringbitmap.",
          "org.slf4j.",
          "org.sparkproject.",
          "org.xerial.");

  /** Methods by which a program waits to be asked: at the end of a line, a queue or a port. */
  private static final Pattern ASKED =
      Pattern.compile(
          "java\\.io\\.FileInputStream\\.read.*|sun\\.nio\\.ch\\.\\w+\\.(?:accept0?|epollWait|wait)"
              + "|java\\.net\\.ServerSocket\\.accept|java\\.util\\.concurrent\\.\\w*Queue\\.(?:take|poll)");

  private static final Pattern PARKED =
      Pattern.compile(
          "jdk\\.internal\\.misc\\.Unsafe\\.park|java\\.lang\\.(?:Object\\.wait|Thread\\.sleep)");

  /** A class is found and read, or a call is linked, for the first use of either. */
  private static final Pattern LOADS =
      Pattern.compile(
          "java\\.lang\\.ClassLoader\\.(?:loadClass|defineClass)"
              + "|java\\.lang\\.invoke\\.MethodHandleNatives\\.link");

  /** Spark itself starts. */
  private static final Pattern STARTS =
      Pattern.compile(
          "org\\.apache\\.spark\\.(?:SparkContext\\.<init>"
              + "|sql\\.(?:\\w+\\.)?SparkSession(?:\\$Builder)?\\.(?:<init>|getOrCreate))\\(");

  /** It makes classes of its own, again and again. */
  private static final String COMPILER = "org.codehaus.";

  private static final String SQL = "org.apache.spark.sql.";

  /** Of Hadoop's committers, Spark's, and those of table formats. */
  private static final String COMMIT = ".commitJob(";

  private record Place(CallSite site, String className) {
    String organization() {
      return UserFrames.organization(className);
    }
  }

  private UserFrames() {}

  /**
   * What a thread of the driver does; nothing where it waits for Spark, or where Spark does
   * something else on the program's behalf.
   */
  public static Optional<DriverLook> doing(List<String> frames, int samples) {
    String first = ""; // That runs on nobody's behalf.
    String method = "";
    boolean asked = false;
    boolean loads = false;
    boolean compiles = false;
    boolean commits = false;
    boolean starts = false;
    boolean bySpark = false; // The frame before.
    List<Place> places = new ArrayList<>();
    for (String text : frames) {
      commits |= places.isEmpty() && text.contains(COMMIT);
      starts |= places.isEmpty() && STARTS.matcher(text).lookingAt();
      Matcher frame = FRAME.matcher(text);
      if (!frame.matches() || startsWith(frame.group(1), CALLED)) {
        asked |= first.isEmpty() && waitsToBeAsked(text);
        loads |= first.isEmpty() && LOADS.matcher(withoutModule(text)).lookingAt();
        compiles |= first.isEmpty() && text.startsWith(COMPILER);
        continue;
      }
      first = first.isEmpty() ? frame.group(1) : first;
      if (places.isEmpty() && bySpark && frame.group(1).startsWith(PYTHON_CALLS)) {
        places.add(new Place(new CallSite(method + IN_PYTHON, ""), frame.group(1)));
      }
      bySpark = frame.group(1).startsWith(SPARK);
      if (mayBeUsers(frame.group(1))) {
        boolean called = places.isEmpty() && !method.isEmpty();
        String name = (called ? method : frame.group(2)) + " at " + frame.group(3);
        places.add(new Place(new CallSite(name, ""), frame.group(1)));
      }
      method = frame.group(2);
    }
    boolean own = !first.isEmpty() && !startsWith(first, NOT_THE_USERS);
    boolean plans = first.startsWith(SQL) && !frames.isEmpty() && !waits(frames.get(0));
    boolean loading = loads && !compiles || starts;
    if (places.isEmpty() || !own && !commits && !plans && !loading) {
      return Optional.empty();
    }
    DriverLook.Doing doing =
        loading
            ? DriverLook.Doing.LOADING
            : commits
                ? DriverLook.Doing.COMMITTING
                : !own
                    ? DriverLook.Doing.PLANNING
                    : asked ? DriverLook.Doing.WAITING : DriverLook.Doing.OWN_CODE;
    // What is called by the program, and isn't of it, is a library, such as a database's driver.
    String program = places.get(places.size() - 1).organization();
    List<CallSite> ofProgram =
        places.stream()
            .filter(place -> place.organization().equals(program))
            .map(Place::site)
            .toList();
    return Optional.of(new DriverLook(doing, ofProgram, samples));
  }

  /** Whether a class may be the program's: it is neither Spark's nor what both call. */
  public static boolean mayBeUsers(String className) {
    return !startsWith(className, CALLED) && !startsWith(className, NOT_THE_USERS);
  }

  /** The first two parts of a class's package, or all of a shorter one. */
  public static String organization(String className) {
    int first = className.indexOf('.');
    int second = className.indexOf('.', first + 1);
    return className.substring(0, Math.max(0, second < 0 ? first : second));
  }

  /** Whether a thread of Spark's waits for others, such as for the end of a stream. */
  private static boolean waits(String innermost) {
    return PARKED.matcher(withoutModule(innermost)).lookingAt();
  }

  private static boolean waitsToBeAsked(String frame) {
    String method = frame.substring(0, Math.max(0, frame.indexOf('(')));
    return ASKED.matcher(withoutModule(method)).matches();
  }

  private static String withoutModule(String frame) {
    return frame.substring(frame.indexOf('/') + 1);
  }

  private static boolean startsWith(String type, List<String> packages) {
    return packages.stream().anyMatch(type::startsWith);
  }

  /**
   * Whether a line, such as {@code map at KMeans.scala:224}, is one of Spark's own libraries: a
   * stack that goes through its file tells.
   */
  public static boolean isSparks(String site, String stack) {
    String file = site.substring(site.lastIndexOf(' ') + 1, site.lastIndexOf(':') + 1);
    Matcher frames = FRAME.matcher(stack);
    while (!file.isEmpty() && frames.find()) {
      if (frames.group(3).startsWith(file)) {
        return frames.group(1).startsWith(SPARK);
      }
    }
    return false;
  }

  /** PySpark often knows no line: then Spark names the reflection by which Python calls it. */
  public static String readable(String site, String stack) {
    return stack.contains(PYTHON_CALLS) ? REFLECTION.matcher(site).replaceFirst(IN_PYTHON) : site;
  }

  /** A stack that is the same each time that one line of the program is run. */
  static String unchanging(String stack) {
    return stack.contains(PYTHON_CALLS) ? REFLECTIVE.matcher(stack).replaceAll("") : stack;
  }

  /** The short form of a call site: that which Spark made, or else one from the stack. */
  static String callSite(String description, String stack) {
    if (SHORT_FORM.matcher(description).matches()) {
      return readable(description, stack);
    }
    String method = "";
    Matcher frames = FRAME.matcher(stack);
    while (frames.find()) {
      String type = frames.group(1);
      if (!startsWith(type, NOT_THE_USERS)) {
        return (method.isEmpty() ? frames.group(2) : method) + " at " + frames.group(3);
      }
      if (type.startsWith(SPARK)) {
        method = frames.group(2);
      }
    }
    boolean ofStream = description.startsWith(BATCH) && !method.isEmpty();
    return ofStream && stack.contains(PYTHON_CALLS) ? method + IN_PYTHON : description;
  }
}
