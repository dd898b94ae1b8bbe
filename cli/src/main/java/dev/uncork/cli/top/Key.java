package dev.uncork.cli.top;

/** A key that was pressed: one that has a name here, or a character. */
record Key(Name name, char character) {
  /** Keys that are no characters. */
  enum Name {
    CHARACTER,
    UP,
    DOWN,
    PAGE_UP,
    PAGE_DOWN,
    ENTER,
    ESCAPE,
    BACKSPACE
  }

  static Key of(Name name) {
    return new Key(name, '\0');
  }

  static Key of(char character) {
    return new Key(Name.CHARACTER, character);
  }
}
