import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { ParticipantWire } from '#domain/participant/contract.ts'
import { patchParticipant, readParticipant } from '#domain/participant/contract.ts'
import { accreditationFacts } from '#domain/participant/facts.ts'
import { call, messageOf, queryOptions } from '#web/api/api.ts'
import { useConflict } from '#web/conflict/useConflict.tsx'
import { useMe } from '#web/session/useMe.ts'
import { DateField } from '#web/ui/form/DateField.tsx'
import { refreshReview } from '#web/validation/refreshReview.ts'
import { useDraftDate } from '#web/validation/useDraftDate.ts'
import classes from './AsideField.module.css'

/** The accreditation date of an evaluator, set by CCI, also after the documentation is decided (DOC-11, D35, D49). */
export function AccreditationField({ evaluator }: { evaluator: ParticipantWire }) {
  const { today } = useMe()
  const client = useQueryClient()
  const params = { kind: 'audit', id: evaluator.id } as const
  const conflict = useConflict()
  const saving = useMutation({
    scope: { id: `accreditation-${evaluator.id}` },
    mutationFn: (expiredAt: string | null) =>
      conflict.send({
        version: evaluator.version,
        base: accreditationFacts({ expiredAt: evaluator.expiredAt }),
        attempt: version => call(patchParticipant, { params, body: { expiredAt, version } }),
      }),
    onSuccess: outcome => {
      if (outcome?.sent) client.setQueryData(queryOptions(readParticipant, { params }).queryKey, outcome.sent)
      else date.reset()
      return refreshReview(client)
    },
  })
  const date = useDraftDate({ saved: evaluator.expiredAt, today, save: saving.mutate, clearable: false })
  return (
    <div className={classes.root}>
      <DateField
        size="xs"
        label="Acreditación vigente hasta"
        {...date.field}
        error={date.field.error ?? (saving.error ? messageOf(saving.error) : null)}
      />
      {conflict.window}
    </div>
  )
}
