package dev.uncork.benchmarks.reservation.program;

/** A number behind a synchronized method. */
final class Cell {
  private long value;

  synchronized long add(int delta) {
    value += delta;
    return value;
  }

  /** Takes the locks of all cells from this one on, nested, and gives them back. */
  synchronized long nested(Cell[] cells, int at) {
    value++;
    return at == cells.length ? value : cells[at].nested(cells, at + 1);
  }
}
