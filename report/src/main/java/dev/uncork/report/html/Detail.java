package dev.uncork.report.html;

/**
 * How much of a recording goes into a page.
 *
 * @param points points of a line over time
 * @param cells fields of a map of CPUs or threads over time
 * @param rows locks in the table
 * @param nodes frames in the flame graphs of all locks together
 * @param threads threads in the map
 * @param textLength characters of a name; the middle of longer ones is left out
 */
record Detail(int points, int cells, int rows, int nodes, int threads, int textLength) {
  static final Detail FULL = new Detail(1200, 50_000, 1500, 12_000, 512, 400);

  private static final int LEAST_ROWS = 20;

  /** About half as much; itself where that would say too little. */
  Detail less() {
    return rows <= LEAST_ROWS
        ? this
        : new Detail(
            Math.max(120, points / 2),
            Math.max(4000, cells / 2),
            rows / 2,
            Math.max(200, nodes / 2),
            Math.max(32, threads / 2),
            Math.max(80, textLength * 2 / 3));
  }
}
