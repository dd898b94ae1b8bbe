package dev.uncork.protocol;

/**
 * Names of the fields of these events. The class of an event has a field of this name, which a test
 * in {@code recording} compares; renaming one makes older recordings unreadable.
 */
public final class EventField {
  public static final String NAME = "name";
  public static final String AVAILABLE = "available";
  public static final String DETAIL = "detail";
  public static final String CPU_TIME = "cpuTime";
  public static final String NATIVE_MEMORY = "nativeMemory";
  public static final String VERSION = "version";
  public static final String MODE = "mode";
  public static final String PID = "pid";
  public static final String COMMAND = "command";
  public static final String COMMAND_LINE = "commandLine";
  public static final String JVM = "jvm";
  public static final String ONLINE_CPUS = "onlineCpus";
  public static final String AVAILABLE_CPUS = "availableCpus";
  public static final String LOCK_CLASS = "lockClass";
  public static final String INSTANCE = "instance";
  public static final String KIND = "kind";
  public static final String BLOCKED = "blocked";
  public static final String WAIT_TIME = "waitTime";
  public static final String MAX_WAIT_TIME = "maxWaitTime";
  public static final String LONG_BLOCKED = "longBlocked";
  public static final String WAITS = "waits";
  public static final String WAITED_TIME = "waitedTime";
  public static final String MACHINE_BUSY = "machineBusy";
  public static final String PROCESS_BUSY = "processBusy";
  public static final String PER_CPU = "perCpu";
  public static final String INTERVAL = "interval";
  public static final String METHOD = "method";
  public static final String ACQUISITIONS = "acquisitions";
  public static final String SAMPLES = "samples";
  public static final String MEDIAN_HOLD = "medianHold";
  public static final String MEAN_HOLD = "meanHold";
  public static final String TAIL_HOLD = "tailHold";
  public static final String ROLE = "role";
  public static final String THREAD_NAME = "threadName";
  public static final String STACK = "stack";
  public static final String COUNT = "count";
  public static final String VERIFIED = "verified";
  public static final String USER_TIME = "userTime";
  public static final String SYSTEM_TIME = "systemTime";
  public static final String MINOR_FAULTS = "minorFaults";
  public static final String MAJOR_FAULTS = "majorFaults";
  public static final String VOLUNTARY_SWITCHES = "voluntarySwitches";
  public static final String INVOLUNTARY_SWITCHES = "involuntarySwitches";
  public static final String BYTES_READ = "bytesRead";
  public static final String BYTES_WRITTEN = "bytesWritten";
  public static final String RESIDENT_SIZE = "residentSize";
  public static final String THREADS = "threads";
  public static final String THROTTLED_PERIODS = "throttledPeriods";
  public static final String THROTTLED_TIME = "throttledTime";
  public static final String OPERATIONS = "operations";
  public static final String AGE = "age";
  public static final String RATE = "rate";
  public static final String SOURCE = "source";
  public static final String LABEL = "label";
  public static final String REMEDY = "remedy";
  public static final String TARGET = "target";
  public static final String STATE = "state";
  public static final String RESERVATIONS = "reservations";
  public static final String REVOCATIONS = "revocations";
  public static final String SWITCHED_OFF = "switchedOff";
  public static final String SNAPSHOT = "snapshot";
  public static final String THREAD_ID = "threadId";
  public static final String THREAD_STATE = "threadState";
  public static final String STACK_ID = "stackId";
  public static final String WEIGHT = "weight";
  public static final String BLOCKER_CLASS = "blockerClass";
  public static final String OWNER = "owner";
  public static final String PEER = "peer";
  public static final String POOL = "pool";
  public static final String POOL_CLASS = "poolClass";
  public static final String MAX_THREADS = "maxThreads";
  public static final String ACTIVE = "active";
  public static final String QUEUED = "queued";
  public static final String CAPACITY = "capacity";
  public static final String OS_THREAD_ID = "osThreadId";
  public static final String CPU = "cpu";
  public static final String NODE = "node";
  public static final String RUN_QUEUE_TIME = "runQueueTime";
  public static final String TURN_TIME = "turnTime";

  public static final String WINDOW = "window";
  public static final String ROUND = "round";
  public static final String CORES = "cores";
  public static final String UNIT = "unit";
  public static final String AMOUNT = "amount";
  public static final String LINE = "line";
  public static final String ACCESS = "access";

  private EventField() {}
}
