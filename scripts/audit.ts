/**
 * npm run audit: known vulnerabilities of the production dependencies, and overdue updates. Ends with 1 on a high or
 * critical vulnerability or an overdue update. Reports missing advisories or dates: 'not checked' is not 'clean'.
 */
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { installedOf, lockFile, registry, updatesOf } from './updates.ts'

export type AuditVerdict = { verdict: 'clean' | 'holes' | 'not checked'; line: string }

/** Parses the output of `npm audit --json`. */
export function verdictOf(printed: string): AuditVerdict {
  const report = parsed(printed)
  const counts = report?.metadata?.vulnerabilities
  if (!counts) return { verdict: 'not checked', line: `not checked: ${report?.message ?? 'npm audit gave no report'}` }
  const serious = (counts.high ?? 0) + (counts.critical ?? 0)
  const line = Object.entries(counts)
    .map(([level, count]) => `${count} ${level}`)
    .join(', ')
  return serious > 0
    ? { verdict: 'holes', line: `found: ${line}` }
    : { verdict: 'clean', line: `clean of high: ${line}` }
}

function parsed(
  text: string,
): { message?: string; metadata?: { vulnerabilities?: Record<string, number> } } | undefined {
  try {
    return JSON.parse(text.slice(text.indexOf('{')))
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const cwd = join(import.meta.dirname, '..')
  const { stdout } = spawnSync('npm', ['audit', '--omit=dev', '--json'], { cwd, encoding: 'utf8' })
  const { verdict, line } = verdictOf(stdout)
  console.log(`Holes: ${line}`)
  const updates = await updatesOf(installedOf(lockFile()), registry(), new Date())
  console.log([`Updates: ${updates.verdict}`, ...updates.lines].join('\n  '))
  process.exit(verdict === 'holes' || updates.verdict === 'overdue' ? 1 : 0)
}
