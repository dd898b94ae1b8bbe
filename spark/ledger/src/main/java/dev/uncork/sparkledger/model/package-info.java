/**
 * What a Spark application's events tell of it: {@link dev.uncork.sparkledger.model.Application} is
 * where to start. Facts only; what they mean is worked out elsewhere. Points in time are
 * milliseconds since 1970, durations milliseconds, sizes bytes. Immutable.
 */
@NullMarked
package dev.uncork.sparkledger.model;

import org.jspecify.annotations.NullMarked;
