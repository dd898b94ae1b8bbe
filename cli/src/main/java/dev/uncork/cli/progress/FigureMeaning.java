package dev.uncork.cli.progress;

import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What a figure in a line of output may be, as far as the words around it tell. */
enum FigureMeaning {
  /** Operations per second. */
  RATE("rate"),
  RATE_PER_MILLISECOND("ratePerMs"),
  RATE_PER_MICROSECOND("ratePerUs"),
  RATE_PER_NANOSECOND("ratePerNs"),
  /** A whole number without a unit of something else: a count if it grows. */
  COUNT("count"),
  /** Bytes per second. */
  BYTE_RATE("byteRate"),
  /** A time, a size, a share, an identifier, a setting. */
  OTHER("");

  private static final String SECOND = "(?:s|secs?|seconds?)";

  private static final Pattern RATE_BEHIND =
      Pattern.compile(
          "\\s?(?<what>[\\p{L}_-]*(?: [\\p{L}_-]+)?)\\s?(?:/|\\bper )\\s?"
              + "(?<per>"
              + SECOND
              + "|m(?:illi)?s(?:ecs?)?|[u\u00b5]s(?:ecs?)?|ns(?:ecs?)?)(?![\\p{L}\\d/])");

  private static final Pattern RATE_NAME_BEHIND = Pattern.compile("\\s?(?:qps|tps|rps|iops)\\b");

  private static final Pattern RATE_AHEAD =
      Pattern.compile(
          "(?<what>[\\p{L}_-]*)\\s?(?:(?:/|\\bper[ _-])\\s?"
              + SECOND
              + "|\\b(?:qps|tps|rps|iops))[\\])]?[\"']?(?<sign>\\s*[:=|])?\\s*[\\[(]?$");

  private static final Pattern BYTES =
      Pattern.compile("(?:.*[ _-])?(?:b|[kmgt]i?b|(?:kilo|mega|giga)?bytes?|[kmg]?bits?)");

  private static final Pattern TIME =
      Pattern.compile(
          "(?:n|u|\u00b5|m|milli|micro|nano)?s(?:ecs?|econds?)?|m|mins?|minutes?|h|hrs?|hours?"
              + "|d|days?");

  /** Of something else than operations. */
  private static final Pattern UNIT_BEHIND =
      Pattern.compile("\\s?(?:%|(?<unit>[\\p{L}\u00b5]+)(?<share>\\s?/\\s?\\p{L})?)");

  private static final Pattern ALLOCATION = Pattern.compile("\\b(?:gc|alloc)");
  private static final Pattern WORD_AHEAD = Pattern.compile("(\\p{L}+)[^\\p{L}]*$");
  private static final Pattern WHOLE = Pattern.compile("[\\d,_'\\u00a0\\u202f]+|[\\d.]+[kKMGT]");

  /** Words that name what grows, or stays, without being work done. */
  private static final Set<String> NOT_WORK =
      Set.of(
          "id",
          "pid",
          "tid",
          "port",
          "time",
          "elapsed",
          "uptime",
          "timestamp",
          "date",
          "version",
          "level",
          "seed",
          "size",
          "memory",
          "mem",
          "heap",
          "gc",
          "thread",
          "threads",
          "worker",
          "workers",
          "cpu",
          "cpus",
          "core",
          "cores",
          "took",
          "eta",
          "duration",
          "code",
          "status",
          "year",
          "age",
          "attempt",
          "attempts",
          "retry",
          "retries",
          "error",
          "errors",
          "failed",
          "failures",
          "warnings",
          "timeouts",
          "exceptions",
          "queue",
          "queued",
          "pending",
          "remaining",
          "left",
          "second",
          "seconds",
          "minute",
          "minutes",
          "tick",
          "clock",
          "connections",
          "clients",
          "users",
          "x");

  private final String group;

  FigureMeaning(String group) {
    this.group = group;
  }

  /** The name that marks the figure in an expression, from which it is known again. */
  String group() {
    return group;
  }

  boolean isRate() {
    return this != COUNT && this != OTHER;
  }

  /** Whether it is a rate, and not of bytes. */
  boolean isOperationRate() {
    return isRate() && this != BYTE_RATE;
  }

  /** What the figure is to be multiplied by for operations per second. */
  double perSecond() {
    return switch (this) {
      case RATE_PER_MILLISECOND -> 1e3;
      case RATE_PER_MICROSECOND -> 1e6;
      case RATE_PER_NANOSECOND -> 1e9;
      default -> 1;
    };
  }

  /** What a figure of a line may be. */
  static FigureMeaning of(OutputLine line, int place) {
    String before = line.before(place).toLowerCase(Locale.ROOT);
    String after = line.after(place).toLowerCase(Locale.ROOT);
    if (ALLOCATION.matcher(before).find()) {
      return OTHER;
    }
    Matcher rate = RATE_BEHIND.matcher(after);
    if (rate.lookingAt()) {
      return rate(rate.group("what"), rate.group("per"));
    }
    if (RATE_NAME_BEHIND.matcher(after).lookingAt()) {
      return RATE;
    }
    Matcher unit = UNIT_BEHIND.matcher(after);
    boolean hasUnit = unit.lookingAt();
    if (hasUnit && isNoOperation(unit)) {
      return OTHER;
    }
    Matcher ahead = RATE_AHEAD.matcher(before);
    // Without a sign it may be the unit of a figure before.
    if (ahead.find() && (ahead.group("sign") != null || line.figures().get(0) == place)) {
      return BYTES.matcher(ahead.group("what")).matches() ? BYTE_RATE : RATE;
    }
    String unitName = hasUnit ? unit.group("unit") : null;
    Matcher word = WORD_AHEAD.matcher(before);
    boolean other =
        before.endsWith("$")
            || (unitName != null && NOT_WORK.contains(unitName))
            || (word.find() && NOT_WORK.contains(word.group(1)));
    return !other && WHOLE.matcher(line.tokens().get(place).text()).matches() ? COUNT : OTHER;
  }

  /** A share, a time, a size; or something for each of something else. */
  private static boolean isNoOperation(Matcher unit) {
    String name = unit.group("unit");
    return name == null
        || unit.group("share") != null
        || TIME.matcher(name).matches()
        || BYTES.matcher(name).matches();
  }

  private static FigureMeaning rate(String what, String per) {
    String counted = what.strip();
    if (TIME.matcher(counted).matches()) {
      return OTHER;
    }
    boolean second = per.startsWith("s");
    if (BYTES.matcher(counted).matches()) {
      return second ? BYTE_RATE : OTHER;
    }
    return second
        ? RATE
        : switch (per.charAt(0)) {
          case 'm' -> RATE_PER_MILLISECOND;
          case 'n' -> RATE_PER_NANOSECOND;
          default -> RATE_PER_MICROSECOND;
        };
  }
}
