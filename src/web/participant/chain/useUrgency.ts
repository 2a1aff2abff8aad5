import { useState } from 'react'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { ApiError } from '#web/api/api.ts'

/** The faults of a change of a chain, and the reason that one that comes too soon needs. */
export function useUrgency() {
  const [errors, setErrors] = useState<FieldErrors>({})
  const [reason, setReason] = useState<string | null>(null)
  return {
    errors,
    setErrors,
    /** Null until it is asked for. */
    reason,
    setReason(typed: string) {
      setReason(typed)
      setErrors({ ...errors, urgentReason: '' })
    },
    /** Shows a refusal by its fields. */
    refuse(error: Error) {
      if (!(error instanceof ApiError)) return
      if (error.code !== 'changeTooSoon') return setErrors(error.fields)
      setReason(reason ?? '')
      setErrors({ urgentReason: error.message })
    },
    /** Whether a field shows the refusal. */
    isNamed: Object.values(errors).some(Boolean),
  }
}
