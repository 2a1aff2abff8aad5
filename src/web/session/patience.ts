/** Longest wait for the server's answer about a session, in milliseconds. */
const PATIENCE_MS = 5_000

/** Result of some work, or null when it takes too long; the work then continues. */
export const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work, new Promise<null>(resolve => setTimeout(resolve, PATIENCE_MS, null))])
