import { hostname } from 'node:os'
import { inspect } from 'node:util'
import { firstCharacters } from '#domain/values/cut.ts'

/**
 * The log of the process: one JSON object a line, with when (UTC), where (host and process), what, and where there is one
 * who (a user's identifier and address, never a name). What people type, secrets and rows stay out of it: see
 * docs/security.md. Who did what with which outcome is in the trail.
 */
export const logged = { time: 'time', where: () => ({ host: hostname(), pid: process.pid }) } as const

/** What may be said of an error: its kind, its codes and where it was thrown. */
export type SafeError = {
  type: string
  code?: string
  constraint?: string
  message?: string
  issues?: string[]
  stack?: string
}

/**
 * An error without what it may quote. PostgreSQL quotes values and whole rows, schemas what they were given: of those only
 * codes and places are kept; of others the sentence, without addresses, quotations and what looks like a secret.
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

/** How much of a message is kept, in characters. */
const KEPT = 500

function redacted(text: string): string {
  // Only the first of it is kept: a pattern takes long over a long text without what it looks for.
  const told = text
    .slice(0, 4 * KEPT)
    .replace(/[^\s"'<>(),:;]+@[^\s"'<>(),:;]+/g, '<correo>')
    .replace(/"[^"]*"|“[^”]*”|«[^»]*»|`[^`]*`/g, '<cita>')
    .replace(/\b[A-Za-z0-9_-]{22,}\b/g, '<secreto>')
  return firstCharacters(told, KEPT)
}

/** How much waits for whoever takes the log, in bytes; what is beyond that is lost. */
const WAITING_BYTES = 1024 * 1024
/** Lines of standard output that were lost since the last that was taken. */
let lost = 0

/**
 * Writes a line of the log, its end included, to standard output. It waits for nobody and never fails: lines that nobody
 * takes, or for which the disk has no room, are lost. The first of them is an alarm on standard error; when lines are taken
 * again, one says how many were lost.
 */
export function writeLog(line: string): void {
  if (process.stdout.writableLength > WAITING_BYTES) lose()
  // What was lost may have begun.
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

/** One line of the log that no request made. */
export function logLine(level: 'info' | 'warn' | 'error', event: string, more: Record<string, unknown> = {}): void {
  const line = `${JSON.stringify({ level, time: new Date().toISOString(), ...logged.where(), event, ...more })}\n`
  if (level === 'error') process.stderr.write(line)
  else writeLog(line)
}

/** Something failed that somebody should look at. */
export const logProblem = (event: string, error: unknown): void => logLine('error', event, { err: safeError(error) })

/**
 * The last resort: what nobody caught is written down and ends nothing. Everything that matters stands in transactions,
 * so what failed has left nothing half done, and the others go on.
 */
export function catchTheRest(): void {
  // Whoever reads the log may go: a line that cannot be written, told in another line, would never end.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  process.on('uncaughtException', error => logProblem('uncaught-exception', error))
  process.on('unhandledRejection', error => logProblem('unhandled-rejection', error))
}
