import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listParticipants } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { queryOptions } from '#web/api/api.ts'

const MOST = 25

type Props = {
  id: string
  value: string | null
  onChange: (id: string | null) => void
  error?: string | undefined
  /** The one that is chosen already, which the first answer may lack. */
  known?: { id: string; name: string } | null
  autofocus?: boolean
}

/** One of the providers that the bank sees, by what is typed. */
export function ProviderSelect({ id, value, onChange, error, known, autofocus }: Props) {
  const [typed, setTyped] = useState('')
  const [asked] = useDebouncedValue(typed.trim(), 200)
  const { data, isPending } = useQuery({
    ...queryOptions(listParticipants, {
      params: { kind: 'provider' },
      query: { name: (asked !== known?.name && asked) || undefined, size: MOST },
    }),
    placeholderData: keepPreviousData,
  })
  const found = (data?.content ?? []).map(one => ({ value: one.id, label: displayName(one) }))
  const isMissing = known && !found.some(each => each.value === known.id)
  return (
    <Select
      id={id}
      label="Proveedor"
      placeholder="Nombre o CIF"
      searchable
      data={isMissing ? [{ value: known.id, label: known.name }, ...found] : found}
      // The server has already searched, by CIF too.
      filter={({ options }) => options}
      onSearchChange={setTyped}
      nothingFoundMessage={isPending ? 'Cargando…' : 'Nada coincide'}
      value={value}
      onChange={onChange}
      error={error}
      data-autofocus={autofocus || undefined}
      openOnFocus={false}
    />
  )
}
