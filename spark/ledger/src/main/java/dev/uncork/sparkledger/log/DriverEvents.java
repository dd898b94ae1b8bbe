package dev.uncork.sparkledger.log;

import com.fasterxml.jackson.databind.JsonNode;
import dev.uncork.sparkledger.model.CallSite;
import dev.uncork.sparkledger.model.DriverLook;
import dev.uncork.sparkledger.model.Span;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What the plugin saw of the driver's own program, from its events. */
final class DriverEvents {
  private static final int MOST_LOOKS = 10_000;
  private static final int LONGEST_FRAME = 500;

  private final List<DriverLook> looks = new ArrayList<>();

  /** A time without tasks has ended, in which the driver's threads were looked at. */
  void gapEnded(JsonNode event) {
    Span span = new Span(Fields.time(event, "startMillis"), Fields.time(event, "endMillis"));
    for (JsonNode stack : event.path("stacks")) {
      List<String> frames = new ArrayList<>();
      for (JsonNode frame : stack.path("frames")) {
        String text = frame.asText();
        if (text.length() <= LONGEST_FRAME) {
          frames.add(text);
        }
      }
      Optional<String> own = UserFrames.running(frames);
      int samples = Fields.number(stack, "samples");
      if (own.isPresent() && samples > 0 && looks.size() < MOST_LOOKS) {
        looks.add(new DriverLook(span, new CallSite(own.get(), ""), samples));
      }
    }
  }

  List<DriverLook> looks() {
    return List.copyOf(looks);
  }
}
