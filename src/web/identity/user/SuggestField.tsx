import { Autocomplete } from '@mantine/core'
import { useDebouncedCallback, useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserWire } from '#domain/identity/user/contract.ts'
import { listUsers, listUsersOfParticipant } from '#domain/identity/user/contract.ts'
import { fullName } from '#domain/identity/user/user.ts'
import { queryOptions } from '#web/api/api.ts'

const wordsOf = {
  name: fullName,
  email: (user: UserWire) => user.email,
  participant: (user: UserWire) => user.nameGenericEntity,
} as const

export interface SuggestFieldProps {
  label: string
  placeholder: string
  field: keyof typeof wordsOf
  value: string
  onChange: (value: string | null) => void
  /** Participant to search in; without it, all users that the caller may see. */
  within?: string
}

/** Maximum number of suggestions. */
const MOST = 6

/** Filter of a list of users with suggestions while typing, from the users call by its field (API-10). */
export function SuggestField({ label, placeholder, field, value, onChange, within }: SuggestFieldProps) {
  // Text being typed; null shows the filter that is set.
  const [typed, setTyped] = useState<string | null>(null)
  const [focused, setFocused] = useState(false)
  const text = typed ?? value
  const [asked] = useDebouncedValue(text.trim(), 200)
  const query = { [field]: asked, size: MOST, sort: field }
  const { data } = useQuery({
    ...(within
      ? queryOptions(listUsersOfParticipant, { params: { id: within }, query })
      : queryOptions(listUsers, { query })),
    enabled: focused && asked !== '',
  })
  const found = new Set((data?.content ?? []).map(wordsOf[field]).filter(Boolean))
  const search = useDebouncedCallback((next: string) => {
    onChange(next.trim() || null)
    setTyped(null)
  }, 350)
  return (
    <Autocomplete
      size="xs"
      label={label}
      placeholder={placeholder}
      leftSection={<IconSearch />}
      data={[...found]}
      // The server has already searched, ignoring accents; Mantine must not filter again.
      filter={({ options }) => options}
      value={text}
      maxLength={200}
      autoComplete="off"
      openOnFocus={false}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
      onChange={next => {
        setTyped(next)
        search(next)
      }}
    />
  )
}
