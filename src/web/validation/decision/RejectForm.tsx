import { Button } from '@mantine/core'
import { useState } from 'react'
import { sentence } from '#domain/messages.ts'
import type { DocumentInReview } from '#domain/validation/review.ts'
import { decideRejection } from '#domain/validation/review.ts'
import { useMe } from '#web/session/useMe.ts'
import { ActionButton } from '#web/ui/button/ActionButton.tsx'
import { focusField } from '#web/ui/form/ErrorSummary.tsx'
import { Phrases } from '#web/validation/decision/Phrases.tsx'
import { ReasonField, reasonError } from '#web/validation/ReasonField.tsx'
import classes from './DecisionPane.module.css'

type Props = {
  document: DocumentInReview
  name: string
  /** Kept by the caller, so that a draft reason survives a look at another document. */
  reason: string
  onReason: (reason: string) => void
  onCancel: () => void
  /** Collapsed; the draft stays. */
  onFold: () => void
  onReject: (reason: string) => void
  autoFocus: boolean
}

const id = 'motivo-rechazo'

/** The reason of a rejection, shown to the owner (DOC-07, SCO-03). */
export function RejectForm({ document, name, reason, onReason, onCancel, onFold, onReject, autoFocus }: Props) {
  const role = useMe().role.key
  const [error, setError] = useState<string | null>(null)
  return (
    <form
      noValidate
      className={classes.reject}
      onSubmit={event => {
        event.preventDefault()
        const decision = decideRejection(document, reason, role)
        const wrong = decision.ok ? reasonError(reason) : sentence(decision.reason)
        setError(wrong)
        if (wrong) focusField(id)
        else onReject(reason.trim())
      }}
    >
      <Phrases
        name={name}
        fieldId={id}
        reason={reason}
        onReason={value => {
          onReason(value)
          setError(null)
        }}
      />
      <ReasonField
        id={id}
        label="Motivo del rechazo"
        description="El participante lo lee tal cual. Obligatorio para rechazar."
        placeholder="Indique qué falta y cómo corregirlo"
        value={reason}
        error={error}
        autoFocus={autoFocus}
        onChange={value => {
          onReason(value)
          setError(null)
        }}
        onKeyDown={event => {
          if (event.key === 'Escape') onFold()
        }}
      />
      <div className={classes.confirm}>
        <Button size="xs" variant="subtle" onClick={onCancel}>
          Cancelar
        </Button>
        <ActionButton size="xs" type="submit" variant="filled" color="red">
          Confirmar rechazo
        </ActionButton>
      </div>
    </form>
  )
}
