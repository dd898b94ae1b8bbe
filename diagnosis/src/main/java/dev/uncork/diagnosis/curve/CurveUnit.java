package dev.uncork.diagnosis.curve;

import dev.uncork.protocol.WorkUnit;
import java.util.Optional;

/**
 * What a program's work was counted in.
 *
 * @param unit empty where nothing was counted and the program's own profile had to serve
 * @param name the field, method or class of locks; without a unit, the method whose samples stand
 *     for the work; empty where the unit says it all
 */
public record CurveUnit(Optional<WorkUnit> unit, String name) {}
