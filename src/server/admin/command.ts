import type { Connection } from '#server/database/connect.ts'
import type { OpenDatabase } from '#server/database/open.ts'
import type { Portal } from '#server/portal.ts'
import type { Settings } from '#server/settings.ts'

/** One line of the operator's command: what it does and its answer, in Spanish. */
export type PortalCommand = {
  usage: string
  bare?: false
  run(portal: Portal, words: string[], database: OpenDatabase): Promise<string>
}

/** Opens the database as it is, as its owner where that is known, and closes it afterwards. */
export type WithDatabase = <T>(work: (connection: Connection) => Promise<T>) => Promise<T>

/** A command that works on what the portal stands on: nothing is migrated and no key is made for it. */
export type BareCommand = {
  usage: string
  bare: true
  run(settings: Settings, withDatabase: WithDatabase, words: string[]): Promise<string>
}

export type Command = PortalCommand | BareCommand
