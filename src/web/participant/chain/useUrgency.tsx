import { type ReactNode, useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { t } from '#domain/language/translate.ts'
import { URGENT_REASON_MAX } from '#domain/participant/chain/chain.ts'
import { characterCount } from '#domain/values/text.ts'
import type { ApiError } from '#web/api/api.ts'
import { fieldId } from '#web/record/FormFields.tsx'
import { CountedTextarea } from '#web/ui/form/CountedTextarea.tsx'

/** The reason that a change of a chain needs once the portal has said that it comes too soon (CHAIN-06). */
export function useUrgency() {
  const [reason, setReason] = useState<string | null>(null)
  return {
    /** The part of a call's body. */
    body: reason ? { urgentReason: reason } : {},
    /** The faults that a refusal names; asks for the reason when the change comes too soon. */
    faultsOf({ code, fields, message }: ApiError): FieldErrors {
      if (code !== 'changeTooSoon') return fields
      setReason(reason ?? '')
      return { urgentReason: message }
    },
    /** The field, once it is asked for. */
    field: (errors: FieldErrors, clear: () => void): ReactNode =>
      reason === null ? null : (
        <CountedTextarea
          id={fieldId('urgentReason')}
          label={t('Motivo de urgencia')}
          description={t('Lo leen las entidades que utilizan el servicio.')}
          autosize
          minRows={2}
          value={reason}
          onChange={typed => {
            setReason(typed)
            clear()
          }}
          count={characterCount(reason)}
          max={URGENT_REASON_MAX}
          error={errors.urgentReason}
          required
          data-autofocus
        />
      ),
  }
}
