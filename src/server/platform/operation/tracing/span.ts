import { DomainError } from '#domain/contract/domain-error.ts'
import { onBehalfOf, presentCause } from '#server/platform/operation/cause.ts'

/** Names, codes and numbers. Never a value of a user, a parameter of a statement, a text or an address. */
type Attributes = Readonly<Record<string, string | number | boolean>>
export type SpanKind = 'server' | 'client' | 'internal'

/** One timed step of a trace. */
export type Span = {
  /** The trace and the step in the form of the W3C header `traceparent`. */
  readonly traceparent: string
  readonly traceId: string
  add(attributes: Attributes): void
  /** `word` names the error; it never holds its message, which may quote a value. */
  fail(word: string): void
  end(): void
}

/** Where steps are sent to. */
export type Tracing = {
  begin(name: string, kind: SpanKind, attributes: Attributes, parent: string | null): Span
  /** Sends what waits. */
  stop(): Promise<void>
}

let tracing: Tracing | null = null

/** Traces from now on, in this process; null ends it. */
export function traceWith(to: Tracing | null): void {
  tracing = to
}

/** Begins a step that `end` ends, below `parent` (a `traceparent`); null while nothing is traced. */
export const beginSpan = (name: string, kind: SpanKind, attributes: Attributes, parent: string | null): Span | null =>
  tracing?.begin(name, kind, attributes, parent) ?? null

type Options = { kind?: SpanKind; attributes?: Attributes }

/** Runs `work` as a step below the present one. While nothing is traced it only runs it. */
export function inSpan<T>(
  name: string,
  { kind = 'internal', attributes = {} }: Options,
  work: (span: Span | null) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(null)
  const cause = presentCause()
  const span = tracing.begin(name, kind, attributes, cause?.span?.traceparent ?? null)
  return endWith(span, () => onBehalfOf({ id: '', ...cause, span }, () => work(span)))
}

async function endWith<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    failWith(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** A refusal is an answer like others: only its reason is noted. */
export function failWith(span: Span, error: unknown): void {
  if (error instanceof DomainError && error.status < 500) span.add({ 'error.type': error.reason })
  else span.fail(wordOf(error))
}

const wordOf = (error: unknown): string => {
  const { code, name } = error as { code?: unknown; name?: unknown }
  return typeof code === 'string' ? code : typeof name === 'string' ? name : 'unknown'
}
