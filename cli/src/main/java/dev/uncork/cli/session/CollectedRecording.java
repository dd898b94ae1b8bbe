package dev.uncork.cli.session;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What one observed JVM gave.
 *
 * @param jvm the JVM's name in the session: its own idea of its pid
 * @param file the recording under its final name; empty when the JVM left nothing readable
 * @param tag what its final name has in addition when there are several; empty for one alone
 * @param made whether this command made it, rather than being given it
 * @param remarks what the user should know about it, one line each
 */
public record CollectedRecording(
    String jvm, Optional<Path> file, String tag, boolean made, List<String> remarks) {}
