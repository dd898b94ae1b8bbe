/** Tests of streams without locks; start at ConfinedStreamsTest. */
@NullMarked
package dev.uncork.rewriting.stream;

import org.jspecify.annotations.NullMarked;
