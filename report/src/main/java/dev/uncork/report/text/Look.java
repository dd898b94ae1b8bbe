package dev.uncork.report.text;

/**
 * How text is to look on a terminal.
 *
 * @param width columns to fill
 * @param colour whether escape sequences for colour are welcome
 * @param blocks whether it shows Unicode block graphics
 */
public record Look(int width, boolean colour, boolean blocks) {}
