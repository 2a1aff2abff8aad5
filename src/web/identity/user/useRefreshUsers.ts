import { useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { listUsers, listUsersOfParticipant, readUser } from '#domain/identity/user/contract.ts'

/** Returns a function that refetches the lists of users after a change. */
export function useRefreshUsers(): () => Promise<unknown> {
  const client = useQueryClient()
  return useCallback(
    () =>
      Promise.all(
        [listUsers, listUsersOfParticipant, readUser].map(({ name }) => client.invalidateQueries({ queryKey: [name] })),
      ),
    [client],
  )
}
