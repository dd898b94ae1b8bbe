/** Tests of the experiment that holds a program on fewer cores. */
@NullMarked
package dev.uncork.agent.observe.experiment;

import org.jspecify.annotations.NullMarked;
