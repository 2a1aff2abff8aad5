import type { QueryClient } from '@tanstack/react-query'
import { readSettings } from '#domain/session/contract.ts'

/** Forgets every answer of a session; what anybody may know stays, and with it the screens that wait for it. */
export function forgetAnswers(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== readSettings.name })
}
