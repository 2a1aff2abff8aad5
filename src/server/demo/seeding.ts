import { after, DAY, HOUR } from '#server/clock.ts'
import type { CompanyKey } from '#server/demo/people.ts'
import type { FileStore, IncomingFile } from '#server/files/store.ts'
import type { Unit } from '#server/unit.ts'

/** What one seeding carries along. */
export type Seeding = {
  unit: Unit
  centreUser: string
  hash: string
  store: FileStore
  /** Files that several rows share, by name. */
  shared: Map<string, IncomingFile>
  ids: Map<CompanyKey, { participant: string; user: string; validation: string }>
  services: Map<string, string>
}

export const ago = (seeding: Seeding, days: number, hours = 0) => after(seeding.unit.now, -days * DAY - hours * HOUR)
