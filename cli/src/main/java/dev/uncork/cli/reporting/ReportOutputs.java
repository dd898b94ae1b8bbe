package dev.uncork.cli.reporting;

import dev.uncork.cli.output.Destination;
import dev.uncork.cli.terminal.Terminal;
import org.jspecify.annotations.Nullable;

/**
 * Where a report goes.
 *
 * @param quiet whether there is none on the terminal
 * @param json where JSON goes, if a file was named
 * @param jsonOnOutput whether JSON goes to standard output, in place of the text
 * @param html where the HTML file goes, if one was named
 */
public record ReportOutputs(
    Terminal.Screen screen,
    int width,
    boolean quiet,
    @Nullable Destination json,
    boolean jsonOnOutput,
    @Nullable Destination html) {}
