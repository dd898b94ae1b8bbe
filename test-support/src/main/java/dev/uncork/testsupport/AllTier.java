package dev.uncork.testsupport;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.Tag;

/**
 * A test that only {@code ./test all} runs: soaks, repetitions, further JDKs, and tests that need
 * the machine for themselves. They run one after the other.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@Tag("all")
public @interface AllTier {}
