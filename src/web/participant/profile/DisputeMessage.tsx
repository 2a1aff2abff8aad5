import { Button } from '@mantine/core'
import { useEffect, useState } from 'react'
import { ConflictWindow } from '#web/conflict/ConflictWindow.tsx'
import { type FormSection, fieldLabel } from '#web/participant/profile/sections.ts'
import type { ProfileSaving } from '#web/participant/profile/useProfileSaving.ts'
import type { Values } from '#web/participant/profile/values.ts'
import { Message } from '#web/ui/feedback/Message.tsx'

export interface DisputeMessageProps {
  saving: ProfileSaving
  sections: readonly FormSection[]
  /** Current values of the form. */
  values: Values
  /** Opens the window at once after a manual save. An autosaved draft must not open it while the user types. */
  demanding?: boolean
}

/**
 * Optimistic lock conflict: another user changed the same fields. Shows both values and loses neither until the user
 * chooses.
 */
export function DisputeMessage({ saving, sections, values, demanding = false }: DisputeMessageProps) {
  const { dispute } = saving
  const [opened, setOpened] = useState(false)
  useEffect(() => {
    setOpened(dispute !== null && demanding)
  }, [dispute, demanding])
  if (!dispute) return null
  const differences = dispute.paths.map(path => ({
    field: path,
    label: fieldLabel(sections, path),
    now: dispute.theirs[path] ?? '',
    yours: values[path] ?? '',
  }))
  return (
    <>
      <Message kind="warning" live title="Otra persona ha cambiado lo mismo mientras tanto">
        <span className="row wrap">
          Lo suyo aún no se ha guardado.
          <Button size="xs" onClick={() => setOpened(true)}>
            Ver qué ha cambiado
          </Button>
        </span>
      </Message>
      <ConflictWindow
        conflict={opened ? { ...dispute, differences } : null}
        onTake={saving.takeTheirs}
        onApply={saving.keepMine}
        onClose={() => setOpened(false)}
      />
    </>
  )
}
