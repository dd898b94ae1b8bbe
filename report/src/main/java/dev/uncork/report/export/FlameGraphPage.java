package dev.uncork.report.export;

import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import one.convert.Arguments;
import one.convert.CallStack;
import one.convert.FlameGraph;
import one.convert.Frame;

/** An interactive flame graph as one HTML file, by async-profiler's converter. */
final class FlameGraphPage {
  private FlameGraphPage() {}

  static void write(StackProfile profile, StackKind kind, OutputStream out) throws IOException {
    Arguments arguments = new Arguments();
    arguments.title = "Uncork: " + kind.title();
    FlameGraph graph = new FlameGraph(arguments);
    for (StackProfile.Entry entry : profile.entries()) {
      if (entry.kind() == kind && CollapsedStacks.weight(entry) > 0) {
        graph.addSample(stack(entry), CollapsedStacks.weight(entry));
      }
    }
    PrintStream page = new PrintStream(out, false, StandardCharsets.UTF_8);
    graph.dump(page);
    if (page.checkError()) {
      throw new IOException("the flame graph could not be written");
    }
  }

  private static CallStack stack(StackProfile.Entry entry) {
    CallStack stack = new CallStack();
    List<String> names = CollapsedStacks.names(entry);
    for (int i = 0; i < names.size(); i++) {
      boolean lock = i >= entry.frames().size();
      stack.push(names.get(i), lock ? Frame.TYPE_KERNEL : Frame.TYPE_JIT_COMPILED);
    }
    return stack;
  }
}
