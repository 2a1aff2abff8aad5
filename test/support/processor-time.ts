/** The processor time of this thread during some synchronous work, in milliseconds: what else the machine does costs none. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
