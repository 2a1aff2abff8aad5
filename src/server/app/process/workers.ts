/** The messages between the process that starts the workers of a server and those workers. */
import type { Worker } from 'node:cluster'
import cluster from 'node:cluster'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Limiter, RateName } from '#server/http/security/limiter.ts'
import type { Connection } from '#server/platform/database/connect.ts'

type ToWorker = { about: 'database'; connection: Connection } | { about: 'rate'; id: number; retryAfter: number | null }
type ToPrimary = { about: 'database' } | { about: 'rate'; id: number; caller: string; rate: RateName }

const tell = (message: ToPrimary) => process.send!(message)

/** The database that the primary process has opened. */
export function databaseOfPrimary(): Promise<Connection> {
  return new Promise(resolve => {
    process.on('message', (message: ToWorker) => {
      if (message.about === 'database') resolve(message.connection)
    })
    tell({ about: 'database' })
  })
}

/** The limiter of the primary process, which counts the calls of all workers. */
export function limiterOfPrimary(): Limiter {
  const waiting = new Map<number, (retryAfter: number | null) => void>()
  let last = 0
  process.on('message', (message: ToWorker) => {
    if (message.about !== 'rate') return
    waiting.get(message.id)?.(message.retryAfter)
    waiting.delete(message.id)
  })
  return {
    take: async (caller, rate) => {
      const id = ++last
      const retryAfter = await new Promise<number | null>(resolve => {
        waiting.set(id, resolve)
        tell({ about: 'rate', id, caller, rate })
      })
      if (retryAfter !== null) throw new DomainError('tooMany', { details: { retryAfter } })
    },
  }
}

/** Answers what workers ask: the database, and whether a call is within its rate. */
export function answerWorkers(connection: Connection, limiter: Limiter): void {
  cluster.on('message', async (worker: Worker, message: ToPrimary) => {
    // A worker may have ended meanwhile.
    const answer = (answered: ToWorker) => worker.isConnected() && worker.send(answered)
    if (message.about === 'database') answer({ about: 'database', connection })
    if (message.about !== 'rate') return
    const { id, caller, rate } = message
    answer({ about: 'rate', id, retryAfter: await spent(limiter, caller, rate) })
  })
}

/** The seconds until the caller may call again; null if it may now. */
async function spent(limiter: Limiter, caller: string, rate: RateName): Promise<number | null> {
  try {
    await limiter.take(caller, rate)
    return null
  } catch (error) {
    if (error instanceof DomainError && error.reason === 'tooMany') return Number(error.details?.retryAfter)
    throw error
  }
}
