/** Tests of what bytecode tells about shared memory. */
@NullMarked
package dev.uncork.agent.observe.code;

import org.jspecify.annotations.NullMarked;
