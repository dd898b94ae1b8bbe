package dev.uncork.sparkledger.price;

import java.util.Arrays;

/** A priority queue of points in time with two numbers each, without objects. */
final class TimeHeap {
  private double[] times = new double[64];
  private int[] kinds = new int[64];
  private int[] values = new int[64];
  private int size;

  boolean isEmpty() {
    return size == 0;
  }

  double time() {
    return times[0];
  }

  int kind() {
    return kinds[0];
  }

  int value() {
    return values[0];
  }

  void add(double time, int kind, int value) {
    if (size == times.length) {
      times = Arrays.copyOf(times, size * 2);
      kinds = Arrays.copyOf(kinds, size * 2);
      values = Arrays.copyOf(values, size * 2);
    }
    int at = size++;
    while (at > 0 && times[(at - 1) / 2] > time) {
      move((at - 1) / 2, at);
      at = (at - 1) / 2;
    }
    put(at, time, kind, value);
  }

  void removeFirst() {
    size--;
    double time = times[size];
    int kind = kinds[size];
    int value = values[size];
    int at = 0;
    while (true) {
      int child = 2 * at + 1;
      if (child + 1 < size && times[child + 1] < times[child]) {
        child++;
      }
      if (child >= size || times[child] >= time) {
        break;
      }
      move(child, at);
      at = child;
    }
    put(at, time, kind, value);
  }

  private void move(int from, int to) {
    put(to, times[from], kinds[from], values[from]);
  }

  private void put(int at, double time, int kind, int value) {
    times[at] = time;
    kinds[at] = kind;
    values[at] = value;
  }
}
