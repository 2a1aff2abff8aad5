/** Connection, shutdown, resource, I/O and waiting errors of PostgreSQL, and those of the socket. */
const unavailable =
  /^(08|57P|53|58)|^(57014|55P03|25P0[34]|DATABASE_GONE|ECONN(REFUSED|RESET|ABORTED)|E[MN]FILE|EPIPE|ENOENT|ETIMEDOUT|E(HOST|NET)UNREACH|EAI_AGAIN|ENOTFOUND)$/
/** What `pg` and its pool say without a code. */
const gone =
  /timeout exceeded when trying to connect|timeout expired|connection terminated|terminating connection|not queryable|has been discarded/i

/** Whether a failure is the database's absence or its lack of room, and not a mistake. */
export function isUnavailable(error: unknown): boolean {
  const { code, message } = error as { code?: string; message?: string }
  return unavailable.test(String(code)) || gone.test(String(message))
}

/** Whether a commit that failed so may have been done all the same: the connection broke before the database's word. */
export function isUnknown(error: unknown): boolean {
  const { code, severity } = error as { code?: string; severity?: string }
  return isUnavailable(error) && (severity === undefined || /^(08|57P)/.test(String(code)))
}

/** Whether the database has no room to write, and can still read. */
export const isOutOfRoom = (error: unknown) => (error as { code?: string }).code === '53100'
