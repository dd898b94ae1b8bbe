package dev.uncork.protocol;

import java.util.Arrays;
import java.util.Optional;

/** The remedies that change the running program, as users name them. */
public enum RemedyName {
  /** Objects locked by one thread only are reserved for it. */
  RESERVE("reserve"),
  /** Methods that only read or update one field under a lock do so atomically. */
  COUNTER("counter"),
  /** The same, counted per processor. */
  COUNTER_ADDER("counter-adder"),
  /** Holders of hot locks are kept on their processors. */
  NOPREEMPT("nopreempt"),
  /** Threads queue before locks and overtake each other within a tick only. */
  TICK("tick"),
  /** The program's own threads run on some of the cores. */
  CORES("cores"),
  /** The program runs on one node's processors; the command line does that, not the agent. */
  NUMA("numa");

  private final String label;

  RemedyName(String label) {
    this.label = label;
  }

  /** The name in commands, plans, options and recordings. */
  public String label() {
    return label;
  }

  /** The remedy of a name, if there is one. */
  public static Optional<RemedyName> of(String label) {
    return Arrays.stream(values()).filter(remedy -> remedy.label.equals(label)).findFirst();
  }
}
