package dev.uncork.report.words;

import dev.uncork.diagnosis.ledger.Root;
import dev.uncork.diagnosis.stack.CodeOrigin;
import dev.uncork.recording.Frame;
import java.util.List;
import java.util.Optional;

/**
 * Where a program calls the library in which its threads wait: the first frame outwards whose
 * package is another one than that of the place of the wait, by its first two names.
 */
final class CallerFrame {
  private static final int NAMES = 2;

  private CallerFrame() {}

  /** The frame; empty where the wait is in the program's own code, as far as packages tell. */
  static Optional<Frame> of(Root root) {
    List<Frame> stack = root.stack();
    Optional<Frame> site = root.site();
    int at = site.map(frame -> indexOf(stack, frame)).orElse(-1);
    if (at < 0) {
      return Optional.empty();
    }
    String library = family(stack.get(at));
    return stack.stream()
        .skip(at + 1L)
        .filter(CodeOrigin::isApplication)
        .filter(frame -> !family(frame).equals(library))
        .findFirst();
  }

  private static int indexOf(List<Frame> stack, Frame site) {
    for (int i = 0; i < stack.size(); i++) {
      if (stack.get(i).qualifiedMethod().equals(site.qualifiedMethod())) {
        return i;
      }
    }
    return -1;
  }

  private static String family(Frame frame) {
    String[] names = frame.className().split("\\.");
    int packages = names.length - 1;
    return String.join(".", List.of(names).subList(0, Math.min(NAMES, packages)));
  }
}
