import type { QueryClient } from '@tanstack/react-query'
import { readSettings } from '#domain/identity/session/contract.ts'

/** Clears every answer of a session from the cache; public data stay, with the screens that wait for them. */
export function forgetAnswers(client: QueryClient): void {
  client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== readSettings.name })
}
