import type { DocumentStatus } from '#domain/states/document.ts'

/** Whether CCI accepted it and it has not lapsed. */
export function isInForce(status: DocumentStatus | null): boolean {
  return status === 'ACCEPTED'
}
