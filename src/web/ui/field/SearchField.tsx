import { TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useState } from 'react'

type Props = {
  label: string
  placeholder: string
  /** Fields that the search covers, when the label does not say so. */
  help?: string
  value: string
  onChange: (value: string | null) => void
}

/** Text filter that searches shortly after the last key. */
export function SearchField({ label, placeholder, help, value, onChange }: Props) {
  // Text being typed, spaces included, until blur; null shows the filter that is set.
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
        // Runs the pending search before the next press, so that 'Limpiar' clears it too.
        search.flush()
        setTyped(null)
      }}
    />
  )
}
