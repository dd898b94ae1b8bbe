/* The system call membarrier for dev.uncork.concurrent.NativeMembarrier, where Java can't make it. */
#define _GNU_SOURCE
#include <errno.h>
#include <jni.h>
#include <sys/syscall.h>
#include <unistd.h>

/* The result of membarrier(command, 0, 0), or minus the error number. */
JNIEXPORT jint JNICALL Java_dev_uncork_concurrent_NativeMembarrier_call0(JNIEnv *env, jclass type,
                                                                         jint command) {
  (void)env;
  (void)type;
#ifdef SYS_membarrier
  const long result = syscall(SYS_membarrier, command, 0, 0);
  return result < 0 ? -errno : (jint)result;
#else
  (void)command;
  return -ENOSYS;
#endif
}
