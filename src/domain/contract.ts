import type { z } from 'zod'
import type { Ability } from '#domain/abilities.ts'
import type { Reason } from '#domain/messages.ts'

type ObjectSchema = z.ZodObject<z.ZodRawShape>

/** A file part of a multipart call. `json` parts of the same call are in `body`. */
export type FilePart = {
  readonly description: string
  readonly required: boolean
  /** False: the call reads it once and the portal does not keep it; any type may come, and the call says which it reads. */
  readonly keep?: false
}

/**
 * One call of the API as a value: the server is built from it, the browser's client and the OpenAPI document are
 * derived from it. `path` is below `/api/v1` with `{name}` for parameters.
 */
export type Contract<
  Params extends ObjectSchema | undefined = ObjectSchema | undefined,
  Query extends ObjectSchema | undefined = ObjectSchema | undefined,
  Body extends z.ZodType | undefined = z.ZodType | undefined,
  Answer extends z.ZodType | 'file' | undefined = z.ZodType | 'file' | undefined,
> = {
  readonly name: string
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  readonly path: string
  readonly summary: string
  /** Who may call: 'anyone', or an ability of abilities.ts. A call without it does not compile and does not start. */
  readonly who: 'anyone' | Ability
  readonly params?: Params
  readonly query?: Query
  /** JSON body; of a multipart call, its fields, where object-valued fields travel as JSON text; of a form, its fields. */
  readonly body?: Body
  readonly encoding?: 'json' | 'multipart' | 'form'
  readonly files?: Readonly<Record<string, FilePart>>
  /** What a success answers: a schema, a streamed file, or nothing. */
  readonly answer?: Answer
  readonly status?: 200 | 201 | 204
  /** It changes who gets in, ends what cannot be taken back or loosens a protection: only who signed in a moment ago may. */
  readonly requiresRecentAuth?: true
  /** It mails people, one by one, who did not ask for it, so nobody does it many times a minute. */
  readonly sendsMail?: true
  /** Its file is made while it is sent, so that nobody can say before how long it will be. */
  readonly lengthUnknown?: true
  /**
   * A write that takes no Idempotency-Key, and whose repetition is another call: its answer holds secrets that must not be
   * kept, or it comes before there is a user whose key it could be.
   */
  readonly withoutIdempotencyKey?: true
  /** The refusals a caller must be ready for, beyond those of every call. */
  readonly refusals?: readonly Reason[]
  readonly example?: { readonly body?: unknown }
}

/** Keeps the schema types of a contract. */
export function contract<
  const Params extends ObjectSchema | undefined = undefined,
  const Query extends ObjectSchema | undefined = undefined,
  const Body extends z.ZodType | undefined = undefined,
  const Answer extends z.ZodType | 'file' | undefined = undefined,
>(value: Contract<Params, Query, Body, Answer>): Contract<Params, Query, Body, Answer> {
  return value
}

type Output<S> = S extends z.ZodType ? z.output<S> : undefined
type Input<S> = S extends z.ZodType ? z.input<S> : undefined

/** What a handler receives. */
export type ParamsOf<C> = C extends Contract<infer P, infer _Q, infer _B, infer _A> ? Output<P> : never
export type QueryOf<C> = C extends Contract<infer _P, infer Q, infer _B, infer _A> ? Output<Q> : never
export type BodyOf<C> = C extends Contract<infer _P, infer _Q, infer B, infer _A> ? Output<B> : never
/** What a handler returns, and what the client gets. */
export type AnswerOf<C> = C extends Contract<infer _P, infer _Q, infer _B, infer A> ? Output<A> : never
/** What a caller passes. */
export type QueryInput<C> = C extends Contract<infer _P, infer Q, infer _B, infer _A> ? Input<Q> : never
export type BodyInput<C> = C extends Contract<infer _P, infer _Q, infer B, infer _A> ? Input<B> : never
export type ParamsInput<C> = C extends Contract<infer P, infer _Q, infer _B, infer _A> ? Input<P> : never

/** The names of the `{parameters}` of a path, in order. */
export function pathParameters(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].map(match => match[1]!)
}

/** The path with its parameters filled in, each encoded. */
export function fillPath(path: string, params: Record<string, unknown> = {}): string {
  return path.replace(/\{(\w+)\}/g, (_whole, name: string) => encodeURIComponent(String(params[name] ?? '')))
}
