package dev.uncork.sparkledger.model;

import java.util.List;

/**
 * A time in which no task ran and the plugin looked what the driver did.
 *
 * @param looks how often it looked
 * @param gcMillis in which the driver collected garbage
 * @param seen lines of the program; a look sees one for each of its threads, or none
 */
public record DriverGap(Span span, int looks, long gcMillis, List<DriverLook> seen) {
  /** In how many of the looks the driver did something, 0 to 1. */
  public double share(DriverLook.Doing doing) {
    int samples = 0;
    for (DriverLook look : seen) {
      samples += look.doing() == doing ? look.samples() : 0;
    }
    return looks == 0 ? 0 : Math.min(1, (double) samples / looks);
  }
}
