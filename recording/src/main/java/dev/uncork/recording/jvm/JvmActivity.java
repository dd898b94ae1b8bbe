package dev.uncork.recording.jvm;

/**
 * What the JVM itself did that costs the program time.
 *
 * @param throwables exceptions and errors that were made; negative where unknown
 * @param codeCacheFull how often the code cache was full, so that compilation stopped
 * @param interpreted code that isn't compiled
 * @param operations what stopped all threads
 * @param heap what makes for collections
 */
public record JvmActivity(
    long throwables,
    long codeCacheFull,
    InterpretedCode interpreted,
    VmOperations operations,
    HeapUse heap) {
  /** Of a recording that doesn't tell. */
  public static final JvmActivity UNKNOWN =
      new JvmActivity(-1, 0, InterpretedCode.NONE, VmOperations.NONE, HeapUse.UNKNOWN);
}
