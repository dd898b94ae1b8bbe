package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.DriverGap;
import dev.uncork.sparkledger.model.DriverLook;
import dev.uncork.sparkledger.model.Span;
import java.util.ArrayList;
import java.util.List;

/** What the plugin saw of the driver's own program, from its events. */
final class DriverEvents {
  private static final int MOST_GAPS = 10_000;
  private static final int MOST_STACKS = 20;
  private static final int LONGEST_FRAME = 500;
  private static final double RESTING = 0.2;

  private static final CallSite PYTHON = new CallSite("Python", "");

  private final List<DriverGap> gaps = new ArrayList<>();

  /** A time without tasks has ended, in which the driver's threads were looked at. */
  void gapEnded(JsonNode event) {
    Span span = new Span(Fields.time(event, "startMillis"), Fields.time(event, "endMillis"));
    int looks = Fields.number(event, "looks");
    long gc = Math.min(span.millis(), Fields.amount(event, "gcMillis"));
    List<DriverLook> seen = new ArrayList<>();
    for (JsonNode stack : event.path("stacks")) {
      List<String> frames = new ArrayList<>();
      for (JsonNode frame : stack.path("frames")) {
        String text = frame.asText();
        if (text.length() <= LONGEST_FRAME) {
          frames.add(text);
        }
      }
      int samples = Fields.number(stack, "samples");
      if (samples > 0 && seen.size() < MOST_STACKS) {
        UserFrames.doing(frames, samples)
            .filter(look -> look.doing() != DriverLook.Doing.WAITING || rests(event, span))
            .ifPresent(seen::add);
      }
    }
    int python = event.path("pythonLooks").asInt(0); // an older plugin doesn't tell
    if (python > 0) {
      seen.add(new DriverLook(DriverLook.Doing.PYTHON, List.of(PYTHON), python));
    }
    if (gaps.size() < MOST_GAPS) {
      gaps.add(new DriverGap(span, looks, gc, List.copyOf(seen)));
    }
  }

  /** Whether the driver used hardly any CPU time; an older plugin doesn't tell. */
  private static boolean rests(JsonNode event, Span span) {
    return event.has("cpuMillis") && Fields.amount(event, "cpuMillis") <= RESTING * span.millis();
  }

  List<DriverGap> gaps() {
    return List.copyOf(gaps);
  }
}
