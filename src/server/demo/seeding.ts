import type { CompanyKey } from '#server/demo/people.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import { after, DAY, HOUR } from '#server/platform/clock.ts'
import type { FileStore, IncomingFile } from '#server/platform/files/store.ts'
import type { Seal } from '#server/report-request/certificate/keys.ts'

/** The ids of a company, its first user and its documentation. */
export type DemoIds = { participant: string; user: string; validation: string }

/** The context of one seeding run. */
export type Seeding = {
  tx: Transaction
  cciUser: string
  hash: string
  store: FileStore
  /** Files that several rows share, by name. */
  shared: Map<string, IncomingFile>
  idsOf: (company: CompanyKey) => DemoIds
  serviceIdOf: (description: string) => string
  seal: Seal
}

export const ago = (seeding: Seeding, days: number, hours = 0) => after(seeding.tx.now, -days * DAY - hours * HOUR)
