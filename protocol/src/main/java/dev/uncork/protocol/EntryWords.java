package dev.uncork.protocol;

/**
 * What the agent's entry class reads and writes too. It is Java 8 bytecode and alone on the
 * application's class path, so it uses nothing of this package but these constants, which the
 * compiler copies into it.
 */
public final class EntryWords {
  /** Name of {@link AgentOption#SESSION}. */
  public static final String SESSION = "session";

  /** Name of {@link AgentOption#LIB}. */
  public static final String LIB = "lib";

  /** Name of {@link AgentOption#MODE}. */
  public static final String MODE = "mode";

  /** Name of {@link AgentOption#COMMAND}. */
  public static final String COMMAND = "command";

  /** {@link AgentMode#ATTACH}. */
  public static final String ATTACH = "attach";

  /** {@link AgentCommand#STOP}. */
  public static final String STOP = "stop";

  /** {@link AgentCommand#UNLOCK}. */
  public static final String UNLOCK = "unlock";

  /** {@link AgentCommand#RELOCK}. */
  public static final String RELOCK = "relock";

  /** The file of {@link JvmFiles#status}. */
  public static final String STATUS = "status";

  /** The file of {@link JvmFiles#rival}. */
  public static final String RIVAL = "rival";

  /** Begins the state of a session that failed; the reason follows. */
  public static final String FAILED = "failed: ";

  /** The file that a JVM is given as its agent. */
  public static final String AGENT_JAR = "uncork-agent.jar";

  /** All else of the agent, in an isolated class loader. */
  public static final String CORE_JAR = "uncork-agent-core.jar";

  private EntryWords() {}
}
