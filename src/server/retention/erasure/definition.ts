import type { RawBuilder, SqlBool } from 'kysely'
import { sql } from 'kysely'
import type { Tables } from '#server/platform/database/tables.ts'

/** The subject of an erasure: a participant, after its users, or a single user. */
export type Subject = 'participant' | 'user'

/** The rows of a table that belong to the subject with an id. */
export type Rows = (id: string) => RawBuilder<SqlBool>
/** The reason to keep a value, or its replacement. */
export type Fate = string | { becomes: (id: string, now: string) => RawBuilder<unknown> }

/**
 * How the purge treats a table. A table that keeps a row of an erased subject classifies each of its columns, so that a
 * new column does not compile until it is classified as personal or not.
 */
export type Erasure<Row> =
  /** Deletes the rows with their user, and with the participant if given. */
  | { user: Rows; participant?: Rows }
  /** Deletes the rows with their participant. `userAlone` is the reason to keep them when only a user is erased. */
  | { participant: Rows; userAlone: string }
  /**
   * Keeps the rows and clears the subject's personal columns. `user` and `participant` name rows to delete all the
   * same.
   */
  | ({ columns: { readonly [C in keyof Row]: Fate }; of?: Partial<Record<Subject, Rows>> } & Partial<
      Record<Subject, Rows>
    >)

/** The erasures of some tables. */
export type Erasures = { readonly [T in keyof Tables]?: Erasure<Tables[T]> }

export const id = 'an identifier'
export const when = 'a date or a time'
export const count = 'a number'
export const word = 'one of a fixed set of words, or a flag'
export const hash = 'a hash'
export const computed = 'computed from other columns'
export const house = 'written by the operator about its own rules'

export const empty = { becomes: () => sql`''` }
export const none = { becomes: () => sql`null` }
export const emptyObject = { becomes: () => sql`'{}'` }
export const erasedAt = { becomes: (_id: string, now: string) => sql`${now}` }

export const ofUser: Rows = user => sql`user_id = ${user}`
export const ofParticipant: Rows = participant => sql`participant_id = ${participant}`
