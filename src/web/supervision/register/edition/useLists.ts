import { useQuery } from '@tanstack/react-query'
import { readLists } from '#domain/supervision/register/edition/contract.ts'
import type { CodeLists } from '#domain/supervision/register/edition/edition.ts'
import { bindEditions, shippedEditions } from '#domain/supervision/register/edition/editions.ts'
import { call, queryOptions } from '#web/api/api.ts'

let lists: CodeLists | null = null
bindEditions(() => lists && { editions: shippedEditions, offered: lists })

/** Reads what the fields of the register offer, which CCI may have loaded (REG-18). Its forms are shown once it is there. */
export function useLists() {
  const reading = queryOptions(readLists)
  return useQuery({
    ...reading,
    queryFn: async ({ signal }) => {
      lists = await call(readLists, { signal })
      return lists
    },
  })
}
