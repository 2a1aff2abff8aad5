import type { Readable } from 'node:stream'
import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from '#domain/contract/contract.ts'
import type { AccessScope, Actor } from '#domain/identity/roles.ts'
import type { FileInJson } from '#server/http/upload/file-in-json.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import type { Transaction } from '#server/kernel/transaction.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'

/** A stored file as a response, with callbacks that record full and partial reads. */
export type StoredAnswer = {
  sha256: string
  size: number
  mediaType: string
  name: string
  /** The participant that owns the file. */
  owner: string
  /** Called before the first chunk of a longer file is sent; the last chunk is sent after `onRead`. */
  onBegin: () => Promise<void>
  /** Called periodically until `onRead` or `onPart`. */
  onGoing: () => Promise<void>
  onRead: () => Promise<void>
  /** Called when the reader got `bytes` of `of` and not the whole file. */
  onPart: (part: { bytes: number; of: number }) => Promise<void>
}

type Made = {
  mediaType: string
  name: string
  /** Called after everything that can fail before the first byte, and before that byte is sent. */
  onSend?: () => Promise<void>
}

/** A file that a call generates, complete or as a stream. */
export type MadeAnswer = Made & ({ bytes: Uint8Array } | { stream: Readable; size?: number })

/** A file as a response. */
export type FileAnswer = StoredAnswer | MadeAnswer

/** The origin of a call. */
export type Origin = {
  sessionId: string | null
  /** True when this call itself updated the session's `last_seen_at`. */
  noted: boolean
  /** When the session last authenticated; an ISO instant. */
  authenticatedAt: string | null
  address: string
  userAgent: string
  /** The device cookie's value, or null before the first sign-in (D20). */
  device: string | null
  /** The secrets of the single sign-on attempts that this browser started. */
  signOns: readonly string[]
}

/**
 * The session of a call that no API key may make.
 * @throws Error for a call without one
 */
export function ownSession({ sessionId }: Origin): string {
  if (sessionId === null) throw new Error('The call has no session')
  return sessionId
}

// biome-ignore lint/suspicious/noExplicitAny: any contract
type FilesOf<C> = C extends Contract<any, any, any, any, infer Files> ? Files : never
type RequiredUpload<C> = {
  [Name in keyof FilesOf<C>]: FilesOf<C>[Name] extends { required: true; keep: false } ? Name & string : never
}[keyof FilesOf<C>]

/** The arguments of every handler. */
type CallBase<C> = {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  files: Record<string, IncomingFile>
  /** The files that the portal does not keep (`keep: false`), by field name. */
  uploads: Record<string, Upload> & Record<RequiredUpload<C>, Upload>
  app: AppContext
  origin: Origin
  /** Sets a response header, for example the session token. */
  header(name: string, value: string): void
}

type Signed<C> = C extends { who: 'anyone' } ? { actor: null; scope: null } : { actor: Actor; scope: AccessScope }
// biome-ignore lint/suspicious/noExplicitAny: any contract
type DeclaredAnswer<C> = C extends Contract<any, any, any, infer A> ? A : never
type Answered<C> = [DeclaredAnswer<C>] extends ['file']
  ? FileAnswer
  : [DeclaredAnswer<C>] extends [undefined]
    ? // biome-ignore lint/suspicious/noConfusingVoidType: what a handler without an answer returns
      void
    : AnswerOf<C>

export type ReadCall<C> = CallBase<C> & Signed<C> & { db: Db }
export type WriteCall<C> = CallBase<C> & Signed<C> & { db: Db; tx: Transaction }
/** A response already in its contract's shape, for handlers that shape it before their own commit. */
export type Shaped<T> = T & { readonly [shaped]: true }
declare const shaped: unique symbol

type ShapedAnswer<C> = [DeclaredAnswer<C>] extends ['file' | undefined] ? Answered<C> : Shaped<Answered<C>>

/** `shape` gives a response its contract's shape. Call it inside the transaction, so that a failure rolls back. */
export type OwnCall<C> = CallBase<C> & Signed<C> & { shape(answer: Answered<C>): ShapedAnswer<C> }
/** `once` runs a transaction's work once per Idempotency-Key, as `write` does, and shapes the response. */
export type KeyedCall<C> = OwnCall<C> & {
  once(tx: Transaction, work: () => Promise<Answered<C>>): Promise<ShapedAnswer<C>>
}

// One list holds handlers of different contracts; each was type-checked where it was created.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyHandler = (call: any) => Promise<any>

export type Route = {
  contract: Contract
  mode: 'read' | 'write' | 'own' | 'keyed'
  handler: AnyHandler
  /** A replica may answer. */
  fromReplica?: true
  /** Runs the call, its validation included, with what its domain reads beside its arguments. */
  within?: (db: Db, work: () => Promise<unknown>) => Promise<unknown>
}

// biome-ignore lint/suspicious/noExplicitAny: any contract
type AnyContract = Contract<any, any, any, any>

/** Declares a read-only call. */
export function read<const C extends AnyContract>(
  contract: C,
  handler: (call: ReadCall<C>) => Promise<Answered<C> | FileInJson>,
): Route {
  return { contract: contract as unknown as Contract, mode: 'read', handler }
}

/** Lets a replica answer a read-only call that reads much: lists, searches, exports, statistics (decision 040). */
export const fromReplica = (route: Route): Route => ({ ...route, fromReplica: true })

/** Declares a call that writes: one transaction, one effect. */
export function write<const C extends AnyContract>(
  contract: C,
  handler: (call: WriteCall<C>) => Promise<Answered<C>>,
): Route {
  return { contract: contract as unknown as Contract, mode: 'write', handler }
}

/**
 * Declares a call that manages its own transactions, because a refusal must be recorded (sign-in). It takes no
 * idempotency key.
 */
export function own<const C extends AnyContract>(
  contract: C,
  handler: (call: OwnCall<C>) => Promise<ShapedAnswer<C>>,
): Route {
  return { contract: contract as unknown as Contract, mode: 'own', handler }
}

/** Declares a call that manages its own transactions and runs its non-repeatable work inside `once`. */
export function keyed<const C extends AnyContract>(
  contract: C,
  handler: (call: KeyedCall<C>) => Promise<ShapedAnswer<C>>,
): Route {
  return { contract: contract as unknown as Contract, mode: 'keyed', handler }
}
