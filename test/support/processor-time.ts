/** The processor time of this thread during some synchronous work, in milliseconds: what else the machine does costs none. */
export function processorMs(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  return inMs(process.threadCpuUsage(before))
}

/** The processor time of this process, its threads included, until the work is over, in milliseconds. */
export async function processorMsUntil(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  return inMs(process.cpuUsage(before))
}

const inMs = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1000
