import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconPlus } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readOverview } from '#domain/participant/contract.ts'
import { queryOptions } from '#web/api/api.ts'

/** Rows asked for; a provider with several requests has several. */
const MOST = 25

/** Adds one more provider to the comparison, found by name or CIF. */
export function AddProvider({ ids, onAdd }: { ids: readonly string[]; onAdd: (id: string) => void }) {
  const [typed, setTyped] = useState('')
  const [focused, setFocused] = useState(false)
  const [asked] = useDebouncedValue(typed.trim(), 200)
  const { data } = useQuery({
    ...queryOptions(readOverview, {
      params: { kind: 'PROVIDER' },
      query: { provider: asked || undefined, size: MOST, sort: 'provider,asc' },
    }),
    enabled: focused,
    placeholderData: keepPreviousData,
  })
  const names = new Map(
    (data?.content ?? [])
      .filter(({ idProvider }) => !ids.includes(idProvider))
      .map(row => [row.idProvider, row.details.commercialName || row.provider]),
  )
  return (
    <Select
      // Empties the field after each choice.
      key={ids.join()}
      size="xs"
      aria-label="Añadir un proveedor"
      placeholder="Añadir otro"
      leftSection={<IconPlus size={18} />}
      searchable
      data={[...names].map(([value, label]) => ({ value, label }))}
      // The server has already searched, by CIF too.
      filter={({ options }) => options}
      value={null}
      onSearchChange={setTyped}
      onFocus={() => setFocused(true)}
      onChange={id => {
        if (id) onAdd(id)
      }}
    />
  )
}
