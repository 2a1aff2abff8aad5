import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import type { Ability } from '#domain/abilities.ts'
import type { Actor } from '#domain/roles.ts'
import { may } from '#domain/roles.ts'
import type { Me } from '#domain/session/contract.ts'
import { readMe } from '#domain/session/contract.ts'
import { missingAt } from '#domain/session/outcome.ts'
import { queryOptions } from '#web/api.ts'
import { storeMe } from '#web/session/storage.ts'

const meQuery = {
  ...queryOptions(readMe),
  queryFn: async (context: { signal: AbortSignal }) => {
    const me = await queryOptions(readMe).queryFn(context)
    storeMe(me)
    return me
  },
  staleTime: 30_000,
}

/** Who is signed in. Within the layouts it is always there. */
export function useMe(): Me {
  const { data } = useQuery(meQuery)
  if (!data) throw new Error('useMe is for screens inside a layout, which waits for the session')
  return data
}

/** Who is signed in, as far as this tab has been told. */
export const knownMe = (client: QueryClient) => client.getQueryData<Me>(meQuery.queryKey)

export function useMeQuery() {
  return useQuery(meQuery)
}

/** Asks again who is signed in, after something that changes its stage. */
export function useRefreshMe(): () => Promise<void> {
  const client = useQueryClient()
  return useCallback(() => client.invalidateQueries({ queryKey: meQuery.queryKey }), [client])
}

/** The signed-in user as the domain's rules see it. */
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

/** Whether the signed-in user has an ability: the same table that the server asks (D14). */
export function useMay(ability: Ability): boolean {
  return may(actorOf(useMe()), ability)
}
