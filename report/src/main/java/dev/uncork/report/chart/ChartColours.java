package dev.uncork.report.chart;

import java.awt.Color;

/** Colours of curves, told apart by colour-blind readers too (M. Okabe and K. Ito, 2008). */
public final class ChartColours {
  private static final Color[] COLOURS = {
    new Color(0x0072B2),
    new Color(0xD55E00),
    new Color(0x009E73),
    new Color(0xCC79A7),
    new Color(0xE69F00),
    new Color(0x56B4E9),
    Color.BLACK
  };

  private ChartColours() {}

  /** Of a curve; they repeat. */
  public static Color of(int index) {
    return COLOURS[index % COLOURS.length];
  }
}
