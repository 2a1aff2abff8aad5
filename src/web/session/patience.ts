/** How long a person is kept waiting for the portal's word about a session, in milliseconds: the portal may be gone. */
const PATIENCE_MS = 5_000

/** What comes of some work in time; null of what takes longer, which goes on by itself. */
export const inTime = <T>(work: Promise<T>): Promise<T | null> =>
  Promise.race([work, new Promise<null>(resolve => setTimeout(resolve, PATIENCE_MS, null))])
