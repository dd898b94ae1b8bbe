package dev.uncork.workloads.checker.set;

import java.util.Locale;

/** The fingerprint sets to choose from. */
public enum SetPart {
  /** One table, one lock. */
  SYNCHRONIZED {
    @Override
    public FingerprintSet create(int stripes) {
      return new MemFPSet();
    }
  },
  /** Many tables, a lock each. */
  MULTI {
    @Override
    public FingerprintSet create(int stripes) {
      return new MultiFPSet(stripes);
    }
  },
  /** The JDK's own. */
  CONCURRENT {
    @Override
    public FingerprintSet create(int stripes) {
      return AdaptedSet.concurrent();
    }
  },
  /** The library's striped set of longs. */
  STRIPED {
    @Override
    public FingerprintSet create(int stripes) {
      return AdaptedSet.striped(stripes);
    }
  },
  /** The library's lock-free set of fingerprints. */
  LOCK_FREE {
    @Override
    public FingerprintSet create(int stripes) {
      return AdaptedSet.lockFree();
    }
  };

  /** An empty set; {@code stripes} counts where there are any. */
  public abstract FingerprintSet create(int stripes);

  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
