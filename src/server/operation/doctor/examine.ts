import { resolve } from 'node:path'
import { bucket, certificate, checkPublicAddress, mail } from '#server/operation/doctor/connections.ts'
import { databaseSettings, reach, release } from '#server/operation/doctor/database.ts'
import type { Check, Finding, Site } from '#server/operation/doctor/finding.ts'
import { auditLog, backups, key, storedFiles } from '#server/operation/doctor/kept.ts'
import { clocks, disk, folders, programs, unlooked } from '#server/operation/doctor/machine.ts'
import { within } from '#server/platform/outgoing/deadline.ts'

/** Every check, in the order of the lines. */
const checks: readonly Check[] = [
  release,
  programs,
  folders,
  disk,
  clocks,
  reach,
  databaseSettings,
  key,
  mail,
  bucket,
  checkPublicAddress,
  certificate,
  backups,
  storedFiles,
  auditLog,
]

/** The folder of this release. */
export const RELEASE = resolve(import.meta.dirname, '../../../..')

/** The longest that one check may take, in milliseconds: a bucket with many files is listed. */
const CHECK_MS = 120_000

export type Outcome = Finding & { check: string; title: string }

/**
 * Looks at everything, and changes nothing but files that it makes and removes.
 * @throws the reason of `stopped`
 */
export async function examine(site: Site, stopped?: AbortSignal): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  for (const { name, title, concerns, look } of checks) {
    if (concerns && !concerns(site)) continue
    const finding = await within(CHECK_MS, () => look(site), stopped).catch(unlooked)
    stopped?.throwIfAborted()
    outcomes.push({ check: name, title, ...finding })
  }
  return outcomes
}
