import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { endCalendarFeed, makeCalendarFeed, readCalendarFeed } from '#domain/participant/calendar/contract.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useRecentAuth } from '#web/identity/user/security/useRecentAuth.tsx'

/** The user's calendar feed: its state, and a new address or its end. */
export function useFeed({ enabled }: { enabled: boolean }) {
  const client = useQueryClient()
  const { data, error, refetch } = useQuery({ ...queryOptions(readCalendarFeed), enabled })
  const settled = () => client.invalidateQueries({ queryKey: [readCalendarFeed.name] })
  const proved = useRecentAuth()
  const making = useMutation({ mutationFn: () => proved.run(() => call(makeCalendarFeed)), onSettled: settled })
  const ending = useMutation({ mutationFn: () => call(endCalendarFeed), onSettled: settled })
  const failed = making.error ?? ending.error
  return {
    /** null: none; undefined: not known yet. */
    state: data?.feed,
    unreadable: error,
    reread: () => void refetch(),
    failure: failed ? messageOf(failed) : null,
    /** The address that was just made: it is not kept anywhere. */
    address: making.data?.address ?? null,
    forget: making.reset,
    /** Asks for the password when the sign-in is not recent; to be rendered. */
    proof: proved.dialog,
    making: making.isPending,
    make: () => making.mutate(),
    ending: ending.isPending,
    end: () => ending.mutate(),
  }
}
