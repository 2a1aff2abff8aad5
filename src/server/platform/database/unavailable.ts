/** The server has become a replica (a failover), or was asked to be one. */
export const READ_ONLY = '25006'

/** Connection, shutdown, failover, resource, I/O and timeout errors of PostgreSQL, repeated deadlocks, and socket errors. */
const unavailable =
  /^(08|57P|53|58)|^(57014|55P03|40P01|25006|25P0[34]|DATABASE_GONE|ECONN(REFUSED|RESET|ABORTED)|E[MN]FILE|EPIPE|ENOENT|ETIMEDOUT|E(HOST|NET)UNREACH|EAI_AGAIN|ENOTFOUND)$/
/** Messages of `pg` and its pool that come without a code. */
const gone =
  /timeout exceeded when trying to connect|timeout expired|connection terminated|terminating connection|not queryable|has been discarded/i

/** Whether a failure means that the database is unreachable or out of resources, and not a bug. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return unavailable.test(String(code)) || gone.test(String(message))
}

/** Whether a failed commit may have succeeded: the connection broke before the response. */
export function isUnknown(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return isUnavailable(error) && (severity === undefined || /^(08|57P)/.test(String(code)))
}

/** Whether the database has no disk space to write, but can still read. */
export const isOutOfRoom = (error: unknown) => (error as { code?: string }).code === '53100'
