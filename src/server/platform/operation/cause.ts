import { AsyncLocalStorage } from 'node:async_hooks'
import type { JobName } from '#domain/notification/operation/job/job.ts'
import type { Span } from '#server/platform/operation/tracing/span.ts'

/** What the running code works for: a call, or a run of a background job. Log lines and mails name it by its id. */
export type Cause = { readonly id: string; readonly job?: JobName; readonly span?: Span | null }

const causes = new AsyncLocalStorage<Cause>()

export const presentCause = (): Cause | undefined => causes.getStore()

/** Runs `work` for a cause. */
export const onBehalfOf = <T>(cause: Cause, work: () => T): T => causes.run(cause, work)
