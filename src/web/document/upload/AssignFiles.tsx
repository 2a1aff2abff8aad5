import { Select } from '@mantine/core'
import { useState } from 'react'
import type { Place } from '#domain/document/likeness.ts'
import { t } from '#domain/language/translate.ts'
import { sizeText } from '#web/ui/files/files.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

export type AskedFile = { file: File; suggestion: string | null }

export interface AssignFilesProps {
  asked: readonly AskedFile[]
  places: readonly Place[]
  onAssign: (assigned: { file: File; document: string }[]) => void
  onClose: () => void
}

/** Asks which document each file belongs to, and proposes what the names tell (EASE-06). */
export function AssignFiles({ asked, places, onAssign, onClose }: AssignFilesProps) {
  const [chosen, setChosen] = useState<(string | null)[]>(() => asked.map(({ suggestion }) => suggestion))
  const [error, setError] = useState<string | null>(null)
  const twice = (document: string | null) => document !== null && chosen.filter(one => one === document).length > 1

  const submit = () => {
    const assigned = asked.flatMap(({ file }, index) => {
      const document = chosen[index]
      return document ? [{ file, document }] : []
    })
    if (assigned.length === 0) return setError(t('Elija al menos un documento, o cancele.'))
    if (chosen.some(twice)) return setError(t('Cada documento admite un solo archivo.'))
    onAssign(assigned)
  }

  return (
    <FormModal
      opened
      onClose={onClose}
      title={asked.length === 1 ? t('¿Qué documento es este?') : t('¿Qué documento es cada archivo?')}
      onSubmit={submit}
      submitLabel={t('Subir')}
      loading={false}
      submitError={error}
    >
      <p className="dim">
        {asked.some(({ suggestion }) => suggestion !== null)
          ? t(
              'Se proponen por su nombre: compruebe cada uno y cámbielo si no es así. Lo que quede sin documento no se sube.',
            )
          : t('Su nombre no lo dice. Lo que quede sin documento no se sube.')}
      </p>
      {asked.map(({ file }, index) => (
        <Select
          // File names may repeat, and the list never changes.
          key={index}
          label={file.name}
          description={sizeText(file.size)}
          placeholder={t('No subir')}
          clearable
          clearButtonProps={{ 'aria-label': t`No subir ${file.name}` }}
          data={places.map(place => ({
            value: place.name,
            label: place.filled ? t`${place.name} (sustituye al que hay)` : place.name,
          }))}
          value={chosen[index] ?? null}
          error={twice(chosen[index] ?? null) ? t('Otro archivo tiene este documento.') : null}
          onChange={document => {
            setError(null)
            setChosen(chosen.with(index, document))
          }}
        />
      ))}
    </FormModal>
  )
}
