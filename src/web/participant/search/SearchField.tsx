import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

type Props = {
  label: string
  placeholder: string
  /** What it finds, where its name does not say so. */
  help?: string
  value: string
  onChange: (value: string | null) => void
}

/** A text filter that searches while it is typed, a moment after the last key. */
export function SearchField({ label, placeholder, help, value, onChange }: Props) {
  // What is being typed, to the last space, until the field is left; null shows the filter that is set.
  const [typed, setTyped] = useState<string | null>(null)
  const search = useDebouncedCallback((text: string) => onChange(text.trim() || null), 350)
  return (
    <TextInput
      size="xs"
      label={label}
      placeholder={placeholder}
      description={help}
      leftSection={<IconSearch />}
      value={typed ?? value}
      maxLength={200}
      autoComplete="off"
      onChange={event => {
        setTyped(event.currentTarget.value)
        search(event.currentTarget.value)
      }}
      onBlur={() => {
        // What is pressed next comes after the search that was due: 'Limpiar' clears it too.
        search.flush()
        setTyped(null)
      }}
    />
  )
}
