@NullMarked
package dev.uncork.diagnosis.tune;

import org.jspecify.annotations.NullMarked;
