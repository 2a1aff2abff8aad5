import type { CheckState } from '#domain/notification/operation/server/server.ts'
import { worstOf } from '#domain/notification/operation/server/server.ts'
import type { Clock } from '#server/platform/clock.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { Secrets } from '#server/platform/secrets/secrets.ts'
import type { Settings } from '#server/platform/settings/settings.ts'

/** What a check found, in Spanish, and what the operator should do about it. */
export type Finding = { state: CheckState; found: string; advice?: string }

/** What the checks look at. */
export type Site = {
  settings: Settings
  clock: Clock
  /** The folder of this release. */
  root: string
  /** The database as the portal serves with it; null where it cannot be reached. */
  db: Db | null
  /** Why not. */
  unreached: Finding | null
  /** Null where there is no key. */
  secrets: Secrets | null
  /** The address in the browser. */
  publicUrl: string
  /** Where one mail is sent to try it; null for none. */
  mailTo: string | null
}

export type Check = {
  /** Its key in the JSON. */
  name: string
  title: string
  /** Whether it concerns an installation with these settings; every one by default. */
  concerns?(site: Site): boolean
  look(site: Site): Promise<Finding>
}

export const ok = (found: string): Finding => ({ state: 'ok', found })
export const warn = (found: string, advice: string): Finding => ({ state: 'warn', found, advice })
export const broken = (found: string, advice: string): Finding => ({ state: 'broken', found, advice })

/** One finding of several: the worst state, each sentence once; `fine` where nothing is wrong. */
export function together(findings: readonly (Finding | null)[], fine: string): Finding {
  const wrong = findings.filter(finding => finding !== null && finding.state !== 'ok') as Finding[]
  if (wrong.length === 0) return ok(fine)
  const sentences = (of: (finding: Finding) => string) => [...new Set(wrong.map(of))].join(' ')
  return {
    state: worstOf(wrong.map(({ state }) => state)),
    found: sentences(({ found }) => found),
    advice: sentences(({ advice = '' }) => advice),
  }
}

/** A check of rows, which says so where the database is away. */
export const ofDatabase =
  (look: (site: Site & { db: Db }) => Promise<Finding>): Check['look'] =>
  async site =>
    site.db
      ? look({ ...site, db: site.db })
      : warn('No se ha comprobado: falta la base de datos.', 'Repítalo cuando la base de datos responda.')

/** What an error says, on one line; several at once, of one name with two addresses, have a code only. */
export function causeOf(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException
  return message.split('\n')[0] || (code ?? 'error')
}
