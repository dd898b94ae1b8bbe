package dev.uncork.report.words;

import dev.uncork.recording.Note.JfrWaits;
import dev.uncork.recording.WaitKind;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;

/** Words for waits that JFR's own events show, and for those that they leave out. */
final class JfrWaitWords {
  private JfrWaitWords() {}

  /** For at least one kind that was recorded. */
  static String text(JfrWaits waits) {
    List<JfrWaits.OfKind> recorded = waits.recorded();
    boolean locks = recorded.stream().anyMatch(of -> of.kind() == WaitKind.MONITOR);
    StringBuilder text = new StringBuilder("Not recorded by Uncork. ");
    text.append(locks ? "Locks" : "Waits");
    text.append(locks && recorded.size() > 1 ? " and other waits" : "");
    text.append(" come from JFR, which left out all shorter than ").append(thresholds(recorded));
    text.append(locks ? ", often nearly all; a row stands for all locks of a class." : ".");
    if (!waits.off().isEmpty()) {
      text.append(" It recorded nothing of ").append(kinds(waits.off())).append('.');
    }
    List<WaitKind> limited =
        recorded.stream().filter(JfrWaits.OfKind::limited).map(JfrWaits.OfKind::kind).toList();
    if (!limited.isEmpty()) {
      text.append(" When there were many, it left out some of ").append(kinds(limited)).append('.');
    }
    if (!waits.unended()) {
      text.append(" Waits that hadn't ended are missing, for it has no thread dump.");
    }
    return text.toString();
  }

  /** The longest one, and which kinds have others. */
  private static String thresholds(List<JfrWaits.OfKind> recorded) {
    long longest =
        recorded.stream()
            .map(JfrWaits.OfKind::thresholdNanos)
            .max(Comparator.naturalOrder())
            .orElse(-1L);
    if (longest < 0) {
      return "its thresholds";
    }
    String others =
        recorded.stream()
            .filter(of -> of.thresholdNanos() >= 0 && of.thresholdNanos() < longest)
            .map(of -> kind(of.kind()) + " " + Amounts.nanos(of.thresholdNanos()))
            .collect(Collectors.joining(", "));
    return Amounts.nanos(longest) + (others.isEmpty() ? "" : " (" + others + ")");
  }

  private static String kinds(List<WaitKind> kinds) {
    return kinds.stream().map(JfrWaitWords::kind).collect(Collectors.joining(", "));
  }

  private static String kind(WaitKind kind) {
    return switch (kind) {
      case MONITOR -> "blocked monitors";
      case NOTIFICATION -> "Object.wait";
      case PARK -> "parked threads";
      case SLEEP -> "sleep";
      case SOCKET -> "sockets";
      case FILE -> "files";
    };
  }
}
