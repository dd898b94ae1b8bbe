/**
 * Scaling laws fitted to measured throughput: Amdahl's and Gunther's Universal Scalability Law.
 * They describe what was measured. They can't predict: a fit on at most 8 workers, extrapolated to
 * 384, was wrong by factors of 0.06 to 7.8. Start at {@link dev.uncork.scaling.law.ScalingLaw}.
 * Everything is immutable and may be used by any thread.
 */
@NullMarked
package dev.uncork.scaling.law;

import org.jspecify.annotations.NullMarked;
