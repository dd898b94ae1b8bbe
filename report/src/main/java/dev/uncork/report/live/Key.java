package dev.uncork.report.live;

/** A key that was pressed: one that has a name here, or a character. */
public record Key(Name name, char character) {
  /** Keys that are no characters. */
  public enum Name {
    CHARACTER,
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    ENTER,
    ESCAPE,
    BACKSPACE
  }

  /** One that is no character. */
  public static Key of(Name name) {
    return new Key(name, '\0');
  }

  /** A character. */
  public static Key of(char character) {
    return new Key(Name.CHARACTER, character);
  }
}
