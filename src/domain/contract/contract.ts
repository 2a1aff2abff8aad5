import type { z } from 'zod'
import type { Ability } from '#domain/identity/abilities.ts'
import type { ApiScope } from '#domain/integration/scopes.ts'
import type { Reason } from '#domain/messages.ts'

type ObjectSchema = z.ZodObject<z.ZodRawShape>

/** A file part of a multipart call. Its `json` parts are in `body`. */
export type FilePart = {
  readonly description: string
  readonly required: boolean
  /** False: the call reads the file once and the portal does not store it. The call checks the file type itself. */
  readonly keep?: false
}

export type FileParts = Readonly<Record<string, FilePart>>

/**
 * One call of the API as a value. The server, the browser's client and the OpenAPI document are built from it. `path`
 * is relative to `/api/v1`, with `{name}` for parameters.
 */
export type Contract<
  Params extends ObjectSchema | undefined = ObjectSchema | undefined,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType | 'file' | undefined = z.ZodType | 'file' | undefined,
  Files extends FileParts | undefined = FileParts | undefined,
> = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** The callers: 'anyone', or an ability of abilities.ts. A call without it does not compile and does not start. */
  readonly who: 'anyone' | Ability
  /** The scope of an API key that opens the call; without it no key does (HOOK-02). */
  readonly scope?: ApiScope
  readonly params?: Params
  readonly query?: Query
  /** The JSON body; for a multipart call, its fields, with objects as JSON text; for a form, its fields. */
  readonly body?: Body
  readonly encoding?: 'json' | 'multipart' | 'form'
  readonly files?: Files
  /** The success response: a schema, a streamed file, or nothing. */
  readonly answer?: Answer
  readonly status?: 200 | 201 | 204
  /** Requires a recent sign-in: the call changes access, cannot be undone, or weakens a protection. */
  readonly requiresRecentAuth?: true
  /** Mails people who did not ask for it, so it has a stricter rate limit. */
  readonly sendsMail?: true
  /** Read again and again by other programs, without a session: a stricter rate limit for each address. */
  readonly polled?: true
  /** The file is generated while it is sent, so its length is not known in advance. */
  readonly lengthUnknown?: true
  /**
   * A write without an Idempotency-Key; each repetition is a new call. Its response holds secrets that must not be
   * stored, or it runs before there is a user to hold the key.
   */
  readonly withoutIdempotencyKey?: true
  /** The errors specific to this call, in addition to those of every call. */
  readonly refusals?: readonly Reason[]
  readonly example?: { readonly body?: unknown }
}

/** Preserves the schema types of a contract. */
export function contract<
  const Params extends ObjectSchema | undefined = undefined,
  const Query extends ObjectSchema | undefined = undefined,
  const Body extends z.ZodType | undefined = undefined,
  const Answer extends z.ZodType | 'file' | undefined = undefined,
  const Files extends FileParts | undefined = undefined,
>(value: Contract<Params, Query, Body, Answer, Files>): Contract<Params, Query, Body, Answer, Files> {
  return value
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined

/** A handler's input. */
export type ParamsOf<C> = C extends Contract<infer P, infer _Q, infer _B, infer _A> ? Output<P> : never
export type QueryOf<C> = C extends Contract<infer _P, infer Q, infer _B, infer _A> ? Output<Q> : never
export type BodyOf<C> = C extends Contract<infer _P, infer _Q, infer B, infer _A> ? Output<B> : never
/** A handler's result, and the client's. */
export type AnswerOf<C> = C extends Contract<infer _P, infer _Q, infer _B, infer A> ? Output<A> : never
/** A caller's input. */
export type QueryInput<C> = C extends Contract<infer _P, infer Q, infer _B, infer _A> ? Input<Q> : never
export type BodyInput<C> = C extends Contract<infer _P, infer _Q, infer B, infer _A> ? Input<B> : never
export type ParamsInput<C> = C extends Contract<infer P, infer _Q, infer _B, infer _A> ? Input<P> : never

/** The parameter names of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
}

/** The path with its parameters filled in and percent-encoded. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')))
}
