import { hostname } from 'node:os'
import { inspect } from 'node:util'
import { firstCharacters } from '#domain/values/cut.ts'
import { presentCause } from '#server/platform/operation/cause.ts'

/**
 * The process log: one JSON object per line, with the time (UTC), the host and process, the event and, if known, the
 * user's identifier and address, never a name. It never holds user input, secrets or rows: see docs/security.md. The
 * audit log records each action, its user and its outcome.
 */
export const logged = { time: 'time', where: () => ({ host: hostname(), pid: process.pid }) } as const

/** The parts of an error that the log may hold: its kind, its codes and where it was thrown. */
export type SafeError = {
  type: string
  code?: string
  constraint?: string
  message?: string
  issues?: string[]
  stack?: string
}

/**
 * Removes data that an error may quote. PostgreSQL quotes values and whole rows, and schemas quote their input: only
 * the codes and places of those errors stay. Other errors keep their message without addresses, quotations and anything
 * that looks like a secret.
 */
export function safeError(error: unknown): SafeError {
  if (!(error instanceof Error)) return { type: typeof error, message: redacted(inspect(error, { depth: 0 })) }
  const { code, constraint, severity, issues } = error as Error & {
    code?: unknown
    constraint?: unknown
    severity?: unknown
    issues?: { code: string; path: PropertyKey[] }[]
  }
  const quotes = severity !== undefined || Array.isArray(issues)
  return {
    type: error.name,
    ...(typeof code === 'string' ? { code } : {}),
    ...(typeof constraint === 'string' ? { constraint } : {}),
    ...(Array.isArray(issues)
      ? { issues: issues.map(issue => `${issue.code} ${issue.path.map(String).join('.')}`) }
      : {}),
    ...(quotes ? {} : { message: redacted(error.message) }),
    stack: (error.stack ?? '')
      .split('\n')
      .filter(line => /^\s+at /.test(line))
      .slice(0, 12)
      .map(line => line.trim())
      .join(' | '),
  }
}

/** The longest message that the log keeps, in characters. */
const KEPT = 500

function redacted(text: string): string {
  // Cut first: the patterns are slow on a long text without a match.
  const told = text
    .slice(0, 4 * KEPT)
    .replace(/[^\s"'<>(),:;]+@[^\s"'<>(),:;]+/g, '<correo>')
    .replace(/"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`/g, '<cita>')
    .replace(/\b[A-Za-z0-9_-]{22,}\b/g, '<secreto>')
  return firstCharacters(told, KEPT)
}

/** How much output may be buffered, in bytes. Lines beyond that are dropped. */
const WAITING_BYTES = 1024 * 1024
/** Lines of standard output dropped since the last successful write. */
let lost = 0

/**
 * Writes one log line, including its newline, to standard output. It never blocks or fails: it drops lines that cannot
 * be written, because the reader is slow or gone or the disk is full. The first dropped line raises an alarm on
 * standard error; when writing works again, one line says how many were dropped.
 */
export function writeLog(line: string): void {
  if (process.stdout.writableLength > WAITING_BYTES) lose()
  // The dropped line may have been written in part.
  else process.stdout.write(lost > 0 ? `\n${line}` : line, error => (error ? lose() : regain()))
}

function lose(): void {
  lost++
  if (lost === 1) logLine('error', 'alarm', { message: 'The log takes no lines: its disk is full, or nobody reads it' })
}

function regain(): void {
  if (lost === 0 || process.stdout.writableLength > 0) return
  const lines = lost
  lost = 0
  logLine('warn', 'log-lost', { lines })
}

/** The call or the run of a job that the line is about, and its trace. */
function causeOf(): Record<string, string> {
  const { id = '', job, span } = presentCause() ?? {}
  return { ...(id ? { cause: id } : {}), ...(job ? { job } : {}), ...(span ? { trace: span.traceId } : {}) }
}

/** Writes a log line outside any request. */
export function logLine(level: 'info' | 'warn' | 'error', event: string, more: Record<string, unknown> = {}): void {
  const time = new Date().toISOString()
  const line = `${JSON.stringify({ level, time, ...logged.where(), event, ...causeOf(), ...more })}\n`
  if (level === 'error') process.stderr.write(line)
  else writeLog(line)
}

/** Takes a line as `logLine` does. */
export type Note = typeof logLine

/** Logs a failure that an operator should look at. */
export const logProblem = (event: string, error: unknown): void => logLine('error', event, { err: safeError(error) })

/**
 * The last resort: logs uncaught errors and keeps the process running. Everything that matters is in transactions, so a
 * failure leaves nothing half done.
 */
export function catchTheRest(): void {
  // The log's reader may close the pipe. Logging that failure would fail again, endlessly.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', error => logProblem('uncaught-exception', error))
  process.on('unhandledRejection', error => logProblem('unhandled-rejection', error))
}
