import { Select } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { invitableKinds } from '#domain/identity/roles.ts'
import { listParticipants, readParticipant } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { OPERATOR_NAME } from '#domain/values/product.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { kindPath } from '#web/participant/profile/useProfileSaving.ts'

/** Owner of the managed users: a participant, or CCI itself. */
export type Chosen = { kind: InvitableKind; id: string } | null

const OWN = 'CCI'
const MOST = 6
const groupLabels: Record<InvitableKind, string> = {
  PROVIDER: 'Proveedores',
  AUDIT: 'Evaluadores',
  ENTITY: 'Entidades',
}

const choiceText = (chosen: Chosen) => (chosen ? `${chosen.kind}-${chosen.id}` : OWN)

/** The choice in the URL; an invalid one means CCI. */
export function chosenOf(text: string | null): Chosen {
  const [kind, id] = (text ?? '').split('-')
  const known = invitableKinds.find(each => each === kind)
  return known && id ? { kind: known, id } : null
}

/** Name of the chosen participant; null while it loads or when there is none. */
export function useChosenName(chosen: Chosen): string | null {
  const { data } = useQuery({
    ...queryOptions(readParticipant, { params: { kind: kindPath(chosen?.kind ?? 'PROVIDER'), id: chosen?.id ?? '' } }),
    enabled: chosen !== null,
  })
  return data && chosen ? displayName(data) : null
}

/** Participants of a kind that match the name; keeps the previous ones while loading. */
function useFound(kind: InvitableKind, asked: string) {
  const query = { size: MOST, name: asked || undefined }
  return useQuery({
    ...queryOptions(listParticipants, { params: { kind: kindPath(kind) }, query }),
    placeholderData: keepPreviousData,
  })
}

/** CCI chooses the organization to manage users of: CCI itself, or a participant found by name (D15). */
export function ParticipantChooser({ chosen, onChange }: { chosen: Chosen; onChange: (value: string | null) => void }) {
  const [typed, setTyped] = useState('')
  const name = useChosenName(chosen)
  const own = `${OPERATOR_NAME} (usuarios propios)`
  const label = chosen ? (name ?? '') : own
  // The name of the chosen participant is not a search.
  const [asked] = useDebouncedValue(typed === label ? '' : typed.trim(), 200)
  const found: Record<InvitableKind, ReturnType<typeof useFound>> = {
    PROVIDER: useFound('PROVIDER', asked),
    AUDIT: useFound('AUDIT', asked),
    ENTITY: useFound('ENTITY', asked),
  }
  const error = Object.values(found).find(result => result.error)?.error
  const groups = invitableKinds.map(kind => ({
    group: groupLabels[kind],
    items: (found[kind].data?.content ?? []).map(one => ({
      value: choiceText({ kind, id: one.id }),
      label: displayName(one),
    })),
  }))
  const offered = groups.some(({ items }) => items.some(({ value }) => value === choiceText(chosen)))
  const data = [
    ...(asked === '' ? [{ value: OWN, label: own }] : []),
    ...(chosen && name && !offered ? [{ value: choiceText(chosen), label: name }] : []),
    ...groups.filter(({ items }) => items.length > 0),
  ]
  return (
    <Select
      label="Organización"
      description="De quién son los usuarios que se crean y se gestionan aquí."
      data={data}
      value={choiceText(chosen)}
      onChange={value => value && onChange(value === OWN ? null : value)}
      allowDeselect={false}
      searchable
      // Typing replaces the chosen participant.
      onFocus={event => event.currentTarget.select()}
      searchValue={typed}
      onSearchChange={setTyped}
      filter={({ options }) => options}
      error={error ? messageOf(error) : null}
      maw={480}
    />
  )
}
