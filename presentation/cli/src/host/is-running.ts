/** Whether there is a process of this number on this machine. */
export function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Lacking permission to signal it means that it exists.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
