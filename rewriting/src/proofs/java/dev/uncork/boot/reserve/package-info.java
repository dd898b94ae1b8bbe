/** What proofs need of the boot classes beyond what the agent does; one thread, the caller's. */
@NullMarked
package dev.uncork.boot.reserve;

import org.jspecify.annotations.NullMarked;
