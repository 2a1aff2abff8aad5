import { publishedVersion, type Version } from '#domain/document/document.ts'
import { reportRequestMachine } from '#domain/states/report-request.ts'
import type { Day } from '#domain/values/day.ts'
import { addMonths, madridDay } from '#domain/values/day.ts'

/** For how many months CCI's reading of a file counts for the same file of the same participant (EASE-04). */
const READ_COUNTS_MONTHS = 12

/** The documentation or request that a document belongs to, with its status of today. */
export type Home = {
  status: string | null
  isRequest: boolean
  superseded: boolean
  /** The expiry of the score of a request. */
  scoreExpiresOn: Day | null
}

/**
 * The version of a document that may become the version of another, with its last day; null when there is none
 * (EASE-03). One of a request is in force as long as the score that it led to.
 */
export function reusableVersion<V extends Version>(
  home: Home,
  versions: readonly V[],
  today: Day,
): { version: V; until: Day } | null {
  const version = publishedVersion(versions, today)
  if (!version) return null
  const stands = !home.isRequest || (reportRequestMachine.is.qualified(home.status) && !home.superseded)
  const until = home.isRequest ? home.scoreExpiresOn : version.expiresOn
  return stands && until !== null ? { version, until } : null
}

/** CCI's readings of a version: of it, and of the same bytes anywhere with the same participant. */
type Readings = { readByCentre: boolean; sameBytesReadAt: string | null }

/** When CCI read the same file of the participant before, if that still counts (EASE-04); null otherwise. */
export function readBefore({ sameBytesReadAt }: Pick<Readings, 'sameBytesReadAt'>, today: Day): string | null {
  if (sameBytesReadAt === null) return null
  return today <= addMonths(madridDay(sameBytesReadAt), READ_COUNTS_MONTHS) ? sameBytesReadAt : null
}

/** Whether a version counts as downloaded for CCI's decision (D40, EASE-04). */
export function countsAsRead(readings: Readings, today: Day): boolean {
  return readings.readByCentre || readBefore(readings, today) !== null
}
