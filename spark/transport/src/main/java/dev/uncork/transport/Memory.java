package dev.uncork.transport;

import java.io.IOException;
import java.nio.ByteBuffer;

/** Where the bytes of an output are read from: this process's arena, or another's. */
interface Memory {
  /** A segment, with its own position and limit. */
  ByteBuffer segment(int number) throws IOException;

  /** Whether what was copied from it before this call was the output's. */
  boolean isLive(OutputIndex output);
}
