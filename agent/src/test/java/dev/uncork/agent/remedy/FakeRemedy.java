package dev.uncork.agent.remedy;

import dev.uncork.agent.observe.locks.LockCounts;
import dev.uncork.agent.observe.locks.LockListener;
import dev.uncork.protocol.AgentOption;
import dev.uncork.recording.event.ContendedLockEvent;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Writes down what is done with it, and fails in one step if that is wanted. */
final class FakeRemedy implements Remedy, LockListener {
  private final String name;
  private final AgentOption<String> option;
  private final List<String> calls;
  private @Nullable String failing;
  private @Nullable String refusal;
  private @Nullable String left;
  private int pauseSeconds;
  private boolean trying;

  FakeRemedy(String name, AgentOption<String> option, List<String> calls) {
    this.name = name;
    this.option = option;
    this.calls = calls;
  }

  /** Throws in a step from now on. */
  FakeRemedy failingIn(String step) {
    failing = step;
    return this;
  }

  /** Can't start. */
  FakeRemedy refusing(String reason) {
    refusal = reason;
    return this;
  }

  /** Can't be taken back altogether. */
  FakeRemedy leaving(@Nullable String what) {
    left = what;
    return this;
  }

  FakeRemedy pausing(int seconds) {
    pauseSeconds = seconds;
    return this;
  }

  FakeRemedy trying() {
    trying = true;
    return this;
  }

  /** The kind that makes this one. */
  Kind kind(Need... needs) {
    Supplier<Remedy> make =
        () -> {
          step("make");
          return this;
        };
    return new Kind(name, Set.of(option), Set.of(needs), make);
  }

  private void step(String step) {
    calls.add(name + " " + step);
    if (step.equals(failing)) {
      throw new IllegalStateException(name + " broke");
    }
  }

  @Override
  public @Nullable String start() {
    step("start");
    return refusal;
  }

  @Override
  public void recordingStarted() {
    step("recordingStarted");
  }

  @Override
  public List<LockListener> listeners() {
    step("listeners");
    return List.of(this);
  }

  @Override
  public void lock(LockCounts.LockKey key, String lockClass, ContendedLockEvent event) {
    step("lock");
  }

  @Override
  public void waiters(
      LockCounts.LockKey key, String lockClass, String stack, long count, long waitNanos) {
    step("waiters");
  }

  @Override
  public @Nullable String second(long nowNanos, Observed observed) {
    step("second");
    return null;
  }

  @Override
  public void emit() {
    step("emit");
  }

  @Override
  public int pauseSeconds() {
    step("pauseSeconds");
    return pauseSeconds;
  }

  @Override
  public boolean isTrying() {
    step("isTrying");
    return trying;
  }

  @Override
  public @Nullable String undo(String why) {
    step("undo");
    return left;
  }

  @Override
  public String summary() {
    step("summary");
    return name + ": done";
  }
}
