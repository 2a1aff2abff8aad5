/** The limit of a piece of work has passed, and what it waited for was left. */
export class Late extends Error {
  readonly code = 'ETIMEDOUT'

  constructor(ms: number) {
    super(`No end within ${ms} ms`)
  }
}

/**
 * The result of work that another side may never end. At the limit, or when `stopped` aborts, its signal is aborted and
 * the call rejects by itself, even if the work ignores the signal.
 * @throws Late at the limit; the reason of `stopped`
 */
export async function within<T>(
  ms: number,
  work: (signal: AbortSignal) => Promise<T>,
  stopped?: AbortSignal,
): Promise<T> {
  const leaving = new AbortController()
  const left = Promise.withResolvers<never>()
  const leave = (reason: unknown) => {
    left.reject(reason)
    leaving.abort(reason)
  }
  const limit = AbortSignal.timeout(ms)
  const late = () => leave(new Late(ms))
  const stop = () => leave(stopped?.reason)
  limit.addEventListener('abort', late)
  stopped?.addEventListener('abort', stop)
  if (stopped?.aborted) stop()
  try {
    return await Promise.race([left.promise, work(leaving.signal)])
  } finally {
    limit.removeEventListener('abort', late)
    stopped?.removeEventListener('abort', stop)
  }
}
