import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** One value kept in the URL beside the filters of a list; changing it keeps the page. */
export function useUrlValue(name: string): [string | null, (value: string | null) => void] {
  const search = useSearch({ strict: false }) as Record<string, string | undefined>
  const navigate = useNavigate()
  const set = useCallback(
    (value: string | null) => {
      void navigate({
        to: '.',
        search: ((previous: Record<string, unknown>) => {
          const { [name]: _old, ...rest } = previous
          return value === null ? rest : { ...rest, [name]: value }
        }) as never,
        replace: true,
        resetScroll: false,
      })
    },
    [navigate, name],
  )
  return [search[name] || null, set]
}
