package dev.uncork.report.next;

import dev.uncork.recording.jvm.HeapUse;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Options with which a JVM has twice the room. */
final class JvmSizes {
  private static final long MEBIBYTE = 1 << 20;
  private static final String CODE_CACHE = "-XX:ReservedCodeCacheSize=";

  /** HotSpot's own with tiered compilation. */
  private static final int CODE_CACHE_MEBIBYTES = 240;

  private static final Pattern MEBIBYTES =
      Pattern.compile(Pattern.quote(CODE_CACHE) + "(\\d{1,5})[mM]");

  private JvmSizes() {}

  /** Twice the heap; empty where its size isn't known. */
  static Optional<String> moreHeap(HeapUse heap) {
    long mebibytes = 2 * heap.maxBytes() / MEBIBYTE;
    if (mebibytes == 0) {
      return Optional.empty();
    }
    return Optional.of("-Xmx" + (mebibytes % 1024 == 0 ? mebibytes / 1024 + "g" : mebibytes + "m"));
  }

  /** Twice what the options give to compiled code, or what it has without. */
  static String codeCache(List<String> options) {
    int mebibytes =
        options.stream()
            .map(MEBIBYTES::matcher)
            .filter(Matcher::matches)
            .map(size -> Integer.parseInt(size.group(1)))
            .reduce(CODE_CACHE_MEBIBYTES, (earlier, later) -> later);
    return CODE_CACHE + 2 * mebibytes + "m";
  }
}
