/** What all remedies have in common, with pretended ones. */
@NullMarked
package dev.uncork.agent.remedy;

import org.jspecify.annotations.NullMarked;
