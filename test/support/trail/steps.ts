import type { Acting } from '#test/support/acting.ts'
import { ownDocumentation } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'

/** Event, actor (null: anonymous, or time), owner of the object, and the object as 'kind id'. */
export type Entry = [event: string, who: string | null, whose: string | null, object: string]

/** The context of a step, and the results that later steps need. */
export type Walk = Acting & { services: ReadonlyMap<string, string>; made: Record<string, string> }

/** The action, and its expected entries. */
export type Step = [what: string, act: (walk: Walk) => Promise<unknown>, expected: (walk: Walk) => Entry[]]

export const org = (caller: Caller) => caller.me.idGenericEntity
export const by = (caller: Caller) => caller.me.userId
export const docs = async (caller: Caller) => (await ownDocumentation(caller)).id
export const newest = async ({ app }: TestPortal, table: 'session' | 'incident' | 'invitation' | 'score') =>
  (await app.db.selectFrom(table).select('id').orderBy('id', 'desc').executeTakeFirstOrThrow()).id
