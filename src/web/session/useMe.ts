import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Ability } from '#domain/identity/abilities.ts'
import type { Actor } from '#domain/identity/roles.ts'
import { may } from '#domain/identity/roles.ts'
import type { Me } from '#domain/identity/session/contract.ts'
import { readMe } from '#domain/identity/session/contract.ts'
import { missingAt } from '#domain/identity/session/outcome.ts'
import { queryOptions } from '#web/api/api.ts'
import { takeLanguage } from '#web/session/language/language.ts'
import { storeMe } from '#web/session/storage.ts'

const meQuery = {
  ...queryOptions(readMe),
  queryFn: async (context: { signal: AbortSignal }) => {
    const me = await queryOptions(readMe).queryFn(context)
    await takeLanguage(me)
    storeMe(me)
    return me
  },
  staleTime: 30_000,
}

/** The signed-in user. Always present within the layouts. */
export function useMe(): Me {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('useMe is for screens inside a layout, which waits for the session')
  return data
}

/** The signed-in user as this tab last read it. */
export const knownMe = (client: QueryClient) => client.getQueryData<Me>(meQuery.queryKey)

export function useMeQuery() {
  return useQuery(meQuery)
}

/** Reads the signed-in user again, after a change of its stage. */
export function useRefreshMe(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: meQuery.queryKey }), [client])
}

/** The signed-in user as the domain rules expect it. */
export function actorOf(me: Me): Actor {
  return {
    userId: me.userId,
    participantId: me.idGenericEntity,
    role: me.role.key,
    isPrincipal: me.isPrincipal,
    completed: me.completed,
    onboarded: me.onboarded,
    ...missingAt(me.next),
  }
}

/** Whether the signed-in user has an ability, by the same table that the server uses (D14). */
export function useMay(ability: Ability): boolean {
  return may(actorOf(useMe()), ability)
}
