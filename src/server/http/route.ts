import type { Readable } from 'node:stream'
import type { AnswerOf, BodyOf, Contract, ParamsOf, QueryOf } from '#domain/contract.ts'
import type { AccessScope, Actor } from '#domain/roles.ts'
import type { AppContext } from '#server/app-context.ts'
import type { FileInJson } from '#server/http/upload/file-in-json.ts'
import type { Upload } from '#server/http/upload/upload.ts'
import type { Db } from '#server/platform/database/connect.ts'
import type { IncomingFile } from '#server/platform/files/store.ts'
import type { Transaction } from '#server/transaction.ts'

/** A stored file that a call answers, and what is noted when the reader has all of it, or some. */
export type StoredAnswer = {
  sha256: string
  size: number
  mediaType: string
  name: string
  /** The participant whose file it is. */
  owner: string
  /** Before the first of several parts leaves; the last leaves after `onRead`. */
  onBegin: () => Promise<void>
  /** From time to time until one of the next. */
  onGoing: () => Promise<void>
  onRead: () => Promise<void>
  /** Of a reader who got some of it and not all: that it got `bytes` of `of`. */
  onPart: (part: { bytes: number; of: number }) => Promise<void>
}

type Made = {
  mediaType: string
  name: string
  /** What is noted of it once all that can fail before the first byte has not, and before that byte leaves. */
  onSend?: () => Promise<void>
}

/** A file that a call makes on the spot, whole or while it is sent. */
export type MadeAnswer = Made & ({ bytes: Uint8Array } | { stream: Readable; size?: number })

/** A file that a call answers. */
export type FileAnswer = StoredAnswer | MadeAnswer

/** Where a call comes from. */
export type Origin = {
  sessionId: string | null
  /** That its session was seen was written with this very call. */
  noted: boolean
  /** When the person behind its session last proved to be it. */
  authenticatedAt: string | null
  address: string
  userAgent: string
  /** The device cookie's value, or null before the first sign-in (D20). */
  device: string | null
  /** The secret of a sign-in that went to an identity provider from this browser, or null. */
  signOn: string | null
}

/** What every handler gets. */
type CallBase<C> = {
  params: ParamsOf<C>
  query: QueryOf<C>
  body: BodyOf<C>
  files: Record<string, IncomingFile>
  /** The files that the portal does not keep (`keep: false`), by part. */
  uploads: Record<string, Upload>
  app: AppContext
  origin: Origin
  /** Sets a response header, for instance the token of a sign-in. */
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
/** An answer that has its contract's shape already: a handler that commits by itself makes it before the commit. */
export type Shaped<T> = T & { readonly [shaped]: true }
declare const shaped: unique symbol

type ShapedAnswer<C> = [DeclaredAnswer<C>] extends ['file' | undefined] ? Answered<C> : Shaped<Answered<C>>

/** `shape` gives an answer its contract's shape; called inside the transaction, so that a failure rolls back. */
export type OwnCall<C> = CallBase<C> & Signed<C> & { shape(answer: Answered<C>): ShapedAnswer<C> }
/** `once` runs the work of a transaction once for the caller's Idempotency-Key, as `write` does by itself, and shapes its answer. */
export type KeyedCall<C> = OwnCall<C> & {
  once(tx: Transaction, work: () => Promise<Answered<C>>): Promise<ShapedAnswer<C>>
}

// The handlers of different contracts in one list: their types were checked where each was made.
// biome-ignore lint/suspicious/noExplicitAny: see above
type AnyHandler = (call: any) => Promise<any>

export type Route = { contract: Contract; mode: 'read' | 'write' | 'own' | 'keyed'; handler: AnyHandler }

// biome-ignore lint/suspicious/noExplicitAny: any contract
type AnyContract = Contract<any, any, any, any>

/** A call that only reads. */
export function read<const C extends AnyContract>(
  contract: C,
  handler: (call: ReadCall<C>) => Promise<Answered<C> | FileInJson>,
): Route {
  return { contract: contract as unknown as Contract, mode: 'read', handler }
}

/** A call that changes something: one transaction, one effect. */
export function write<const C extends AnyContract>(
  contract: C,
  handler: (call: WriteCall<C>) => Promise<Answered<C>>,
): Route {
  return { contract: contract as unknown as Contract, mode: 'write', handler }
}

/** A call that arranges its own transactions, because a refusal must leave a mark (sign-in), and takes no key. */
export function own<const C extends AnyContract>(
  contract: C,
  handler: (call: OwnCall<C>) => Promise<ShapedAnswer<C>>,
): Route {
  return { contract: contract as unknown as Contract, mode: 'own', handler }
}

/** A call that arranges its own transactions and does what a key must not repeat inside `once`. */
export function keyed<const C extends AnyContract>(
  contract: C,
  handler: (call: KeyedCall<C>) => Promise<ShapedAnswer<C>>,
): Route {
  return { contract: contract as unknown as Contract, mode: 'keyed', handler }
}
