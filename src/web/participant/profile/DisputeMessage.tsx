import { Button } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { type FormSection, fieldLabel } from '#web/participant/profile/sections.ts'
import type { ProfileSaving } from '#web/participant/profile/useProfileSaving.ts'
import { Message } from '#web/ui/Message.tsx'

export interface DisputeMessageProps {
  saving: ProfileSaving
  sections: readonly FormSection[]
  /** Takes the focus, after a save by hand; a draft that saves itself must not take it from who types. */
  demanding?: boolean
}

/** Somebody else changed the same fields meanwhile: which, and whose stand. Nothing of either is lost until then. */
export function DisputeMessage({ saving, sections, demanding }: DisputeMessageProps) {
  const { dispute } = saving
  const ref = useRef<HTMLDivElement>(null)
  const disputed = dispute !== null
  useEffect(() => {
    if (!disputed || !demanding) return
    ref.current?.focus({ preventScroll: true })
    ref.current?.scrollIntoView({ block: 'center' })
  }, [disputed, demanding])
  if (!dispute) return null
  return (
    <Message kind="warning" live title="Otra persona ha cambiado lo mismo mientras tanto" ref={ref} tabIndex={-1}>
      <p>Lo suyo aún no se ha guardado. Ahora dice:</p>
      <ul>
        {dispute.paths.map(path => (
          <li key={path}>
            {fieldLabel(sections, path)}: <b>{dispute.theirs[path] || '(vacío)'}</b>
          </li>
        ))}
      </ul>
      <p className="row wrap" style={{ paddingTop: 8 }}>
        <Button size="xs" onClick={saving.keepMine}>
          Guardar lo que he escrito yo
        </Button>
        <Button size="xs" onClick={saving.takeTheirs}>
          Quedarme con lo de la otra persona
        </Button>
      </p>
    </Message>
  )
}
