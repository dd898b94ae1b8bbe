package dev.uncork.agent.remedy.cores;

import dev.uncork.agent.observe.experiment.BestCores;
import dev.uncork.agent.observe.kernel.CoreOrder;
import dev.uncork.agent.remedy.Observed;
import dev.uncork.agent.remedy.Remedy;
import dev.uncork.agent.remedy.RemedyEvents;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.boot.cores.ProgramCores;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.RemedyName;
import dev.uncork.protocol.RemedyState;
import dev.uncork.protocol.thread.ServiceThreadName;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Holds the program's own threads on some cores for good, and has {@code
 * Runtime.availableProcessors()} answer their number; garbage collection, the JIT compilers, JFR
 * and Uncork keep all of them.
 *
 * <p>The number is given, or the best of the experiment's, when that is over. Threads that start
 * later inherit where they may run, and so do child processes, as with {@code taskset}; the undoing
 * gives all of them their CPUs back.
 */
public final class CoresRemedy implements Remedy {
  private static final String PROGRAM = "the program's threads";

  /** Seconds after which threads are looked for that began where all cores are allowed. */
  private static final int TEND_SECONDS = 10;

  private final RemedySite site;
  private final RemedyEvents events = new RemedyEvents(RemedyName.CORES);
  private boolean decided;
  private boolean holding;
  private int seconds;
  private String did = "the experiment has not ended, so all cores are used";

  public CoresRemedy(RemedySite site) {
    this.site = site;
  }

  @Override
  public @Nullable String start() {
    String wanted = site.options().find(AgentOption.CORES);
    if (wanted == null || wanted.equals(AgentOption.BY_EXPERIMENT)) {
      return null;
    }
    decided = true;
    return hold(Integer.parseInt(wanted), "");
  }

  @Override
  public void recordingStarted() {
    events.recordingStarted();
  }

  @Override
  public @Nullable String second(long nowNanos, Observed observed) {
    BestCores best = observed.bestCores();
    if (!decided && best != null) {
      decided = true;
      if (best.isClear()) {
        String reason =
            hold(
                best.cores(),
                String.format(Locale.ROOT, ", on which it was %.2f times as fast", best.speedUp()));
        if (reason != null) {
          site.lost(RemedyName.CORES.label(), reason);
        }
      } else {
        did = "no smaller number of cores was clearly faster, so all are used";
        events.tell(PROGRAM, RemedyState.REFUSED, did);
      }
    }
    if (holding && seconds++ % TEND_SECONDS == 0) {
      ProgramCores.tend();
    }
    events.drain();
    return null;
  }

  private @Nullable String hold(int wanted, String why) {
    String reason = ProgramCores.prepare(ServiceThreadName.allKernelPrefixes());
    if (reason != null) {
      return reason;
    }
    CoreOrder order = CoreOrder.ofProgram();
    int all = order.usable();
    if (wanted < 1 || wanted > all) {
      ProgramCores.finish();
      return wanted + " cores: the program may use " + all;
    }
    int held = ProgramCores.hold(order.first(wanted), ProgramCores.FOR_EVER, wanted);
    if (held < 0) {
      ProgramCores.finish();
      return "its threads can't be held (errno " + -held + ")";
    }
    holding = true;
    did = "its threads run on " + wanted + " of " + all + " cores" + why;
    events.tell(PROGRAM, RemedyState.APPLIED, wanted + " of " + all + why);
    return null;
  }

  @Override
  public void emit() {
    events.drain();
  }

  @Override
  public @Nullable String undo(String why) {
    if (holding) {
      holding = false;
      ProgramCores.finish();
      events.tell(PROGRAM, RemedyState.UNDONE, why);
      events.drain();
    }
    decided = true;
    return null;
  }

  @Override
  public String summary() {
    return RemedyName.CORES.label() + ": " + did;
  }
}
