import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useCallback } from 'react'
import type { Me } from '#domain/identity/session/contract.ts'
import { readMe } from '#domain/identity/session/contract.ts'
import { queryOptions } from '#web/api/api.ts'
import { destinationOf } from '#web/session/destination.ts'
import { takeLanguage, withPressedLanguage } from '#web/session/language/language.ts'
import { storeMe } from '#web/session/storage.ts'

/** Enters with a new session: goes to the page of the user's stage, or back to the page left (AUTH-06 to AUTH-09). */
export function useEnter(next: unknown): (me: Me) => Promise<void> {
  const client = useQueryClient()
  const navigate = useNavigate()
  return useCallback(
    async entered => {
      const me = await withPressedLanguage(entered)
      await takeLanguage(me)
      storeMe(me)
      client.setQueryData(queryOptions(readMe).queryKey, me)
      await navigate({ href: destinationOf(me, next), replace: true })
    },
    [client, navigate, next],
  )
}
