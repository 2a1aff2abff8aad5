import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { countInvitations, listInvitations } from '#domain/invitation/contract.ts'

/** Refetches the invitations and their counts after a change. */
export function useRefreshInvitations(): () => Promise<unknown> {
  const client = useQueryClient()
  return useCallback(
    () =>
      Promise.all(
        [listInvitations.name, countInvitations.name].map(name => client.invalidateQueries({ queryKey: [name] })),
      ),
    [client],
  )
}
