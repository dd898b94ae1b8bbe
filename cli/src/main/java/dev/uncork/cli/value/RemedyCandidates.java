package dev.uncork.cli.value;

import dev.uncork.protocol.RemedyName;
import java.util.Arrays;
import java.util.Iterator;

/** The names of remedies, for the shell's completion. */
public final class RemedyCandidates implements Iterable<String> {
  @Override
  public Iterator<String> iterator() {
    return Arrays.stream(RemedyName.values()).map(RemedyName::label).iterator();
  }
}
