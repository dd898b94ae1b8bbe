package dev.uncork.workloads.checker;

import dev.uncork.workloads.checker.log.StateLog;
import dev.uncork.workloads.checker.model.Model;
import dev.uncork.workloads.checker.queue.StateQueue;
import dev.uncork.workloads.checker.set.FingerprintSet;
import java.util.ArrayList;
import java.util.List;

/** A thread that takes states from the queue, expands them, and puts what is new. */
final class Worker extends Thread {
  private final int number;
  private final ModelChecker checker;
  private final Model model;
  private final Counter counter;
  private final FingerprintSet set;
  private final StateQueue queue;
  private final StateLog log;
  private final PauseGate gate;
  private final List<byte[]> successors = new ArrayList<>();
  private long generated;

  Worker(int number, ModelChecker checker, ModelChecker.Parts parts, Model model) {
    super("worker-" + number);
    this.number = number;
    this.checker = checker;
    this.model = model;
    counter = parts.counter();
    set = parts.set();
    queue = parts.queue();
    log = parts.log();
    gate = parts.gate();
  }

  @Override
  public void run() {
    try {
      for (byte[] state = queue.dequeue(); state != null; state = queue.dequeue()) {
        if (gate.isClosed()) {
          queue.withdraw();
          gate.awaitOpen(state);
          queue.restore();
        }
        expand(state);
      }
    } catch (Throwable e) { // the run can't be right any more, whatever it was
      checker.stop(this, e);
    }
  }

  private void expand(byte[] state) {
    long fingerprint = StateFingerprint.of(state);
    boolean stuck = true;
    for (int action = 0; action < model.actionCount(); action++) {
      successors.clear();
      model.successors(state, action, successors::add);
      if (!successors.isEmpty()) {
        stuck = false;
        generated += successors.size();
        counter.incGenStates(successors.size());
        for (byte[] successor : successors) {
          found(fingerprint, action, successor);
        }
      }
    }
    if (stuck && model.deadlockIsError()) {
      checker.stop(new CheckResult.ModelError("deadlock", state));
    }
  }

  private void found(long parent, int action, byte[] state) {
    long fingerprint = StateFingerprint.of(state);
    if (set.put(fingerprint)) {
      log.writeState(model, number, parent, action, fingerprint, state);
      String violated = model.violatedInvariant(state);
      if (violated != null) {
        checker.stop(new CheckResult.ModelError(violated, state));
      }
      queue.enqueue(state);
    }
  }

  /** States that this worker generated, which the shared counter must agree with; after its end. */
  long generated() {
    return generated;
  }
}
