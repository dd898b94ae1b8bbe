package dev.uncork.agent.remedy.tick;

import dev.uncork.agent.jvm.ClassFiles;
import dev.uncork.agent.jvm.HookAccess;
import dev.uncork.agent.remedy.Remedy;
import dev.uncork.agent.remedy.RemedySite;
import dev.uncork.agent.remedy.hooks.LockHooks;
import dev.uncork.boot.tick.TickGates;
import dev.uncork.protocol.AgentOption;
import dev.uncork.protocol.RemedyName;
import dev.uncork.rewriting.lock.GateRewriter;
import dev.uncork.rewriting.selection.ClassSelection;
import java.lang.instrument.ClassFileTransformer;
import java.security.ProtectionDomain;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * Gates before the synchronized methods of chosen classes of the application.
 *
 * <p>Once a class is rewritten it stays so; switched off, its gates stand open, which leaves a call
 * and a look at a flag.
 */
public final class TickRemedy implements Remedy, ClassFileTransformer {
  private final RemedySite site;
  private final LockHooks others;
  private final HookAccess access;
  private final ClassSelection selection;
  private final AtomicInteger classes = new AtomicInteger();
  private final AtomicInteger refused = new AtomicInteger();
  private volatile String refusal = "";

  /**
   * Changes nothing yet.
   *
   * @param others of remedies that rely on seeing each class that is loaded; only where there are
   *     none, class loaders of the application may be asked for the gates' classes, which may load
   *     others unseen
   */
  public TickRemedy(RemedySite site, LockHooks others) {
    this.site = site;
    this.others = others;
    this.access = new HookAccess(site.instrumentation());
    this.selection = site.classes(AgentOption.TICK);
  }

  @Override
  public @Nullable String start() {
    if (site.isAttached()) {
      return RemedySite.AS_LOADED;
    }
    TickGates.close();
    site.instrumentation().addTransformer(this);
    return null;
  }

  @Override
  public @Nullable String undo(String why) {
    site.instrumentation().removeTransformer(this);
    TickGates.open();
    return null;
  }

  @Override
  public String summary() {
    TickGates.Counts counts = TickGates.counts();
    return RemedyName.TICK.label()
        + ": "
        + classes
        + (classes.get() == 1 ? " class" : " classes")
        + " rewritten"
        + (refused.get() == 0 ? "" : ", " + refused + " refused, such as " + refusal)
        + "; "
        + counts.blocked()
        + " acquires waited at a gate, "
        + counts.handedOver()
        + " were let in at the end of a tick"
        + (counts.givenUp() == 0 ? "" : ", " + counts.givenUp() + " gave up")
        + (counts.givenUp() == 0 || TickGates.closed() ? "" : ", so the gates were opened");
  }

  @Override
  public byte @Nullable [] transform(
      @Nullable Module module,
      @Nullable ClassLoader loader,
      @Nullable String name,
      @Nullable Class<?> redefined,
      @Nullable ProtectionDomain domain,
      byte[] bytes) {
    if (loader == null
        || name == null
        || redefined != null
        || loader == ClassLoader.getPlatformClassLoader()
        || !selection.contains(name, false)
        || loader == TickRemedy.class.getClassLoader()) {
      return null;
    }
    try {
      if (others.inUse() && !ClassFiles.isJdks(loader)) {
        refused.incrementAndGet();
        refusal = name + ": can't have gates while reserve or counter rewrites classes, too";
        return null;
      }
      if (!seesHooks(loader)) {
        return null;
      }
      GateRewriter.Result result =
          new GateRewriter(ClassFiles.around(loader, domain), name::equals).rewrite(bytes);
      if (!result.against().isEmpty()) {
        refused.incrementAndGet();
        refusal = result.against().get(0).toString();
      }
      if (result.bytes() != null) {
        access.openTo(module);
        classes.incrementAndGet();
      }
      return result.bytes();
    } catch (Throwable e) {
      refused.incrementAndGet();
      refusal = name + ": " + e;
      return null; // it stays as it is
    }
  }

  private static boolean seesHooks(ClassLoader loader) throws ClassNotFoundException {
    return Class.forName(TickGates.class.getName(), false, loader) == TickGates.class;
  }
}
