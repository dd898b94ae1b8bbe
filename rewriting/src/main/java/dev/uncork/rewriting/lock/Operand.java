package dev.uncork.rewriting.lock;

import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.objectweb.asm.Type;
import org.objectweb.asm.tree.analysis.BasicValue;

/** A value on the stack: its type, whether exactly that type, and the field that it was read of. */
final class Operand extends BasicValue {
  final boolean exact;

  /** {@code owner.name} with slashes, or null when it isn't known to come out of one field. */
  final @Nullable String field;

  Operand(Type type, boolean exact, @Nullable String field) {
    super(type);
    this.exact = exact;
    this.field = field;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Operand operand
        && super.equals(other)
        && exact == operand.exact
        && Objects.equals(field, operand.field);
  }

  @Override
  public int hashCode() {
    return super.hashCode();
  }
}
