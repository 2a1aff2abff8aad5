import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { t } from '#domain/language/translate.ts'
import { listParticipants } from '#domain/participant/contract.ts'
import { displayName } from '#domain/participant/participant.ts'
import { queryOptions } from '#web/api/api.ts'
import { ChoicesFailed } from '#web/report-request/form/ChoicesFailed.tsx'
import type { ChoiceProps } from '#web/report-request/form/ServiceSelect.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'
import { dayText } from '#web/ui/time/dates.ts'

/** The evaluators with a valid accreditation (D49). */
export const accreditedEvaluators = queryOptions(listParticipants, {
  params: { kind: 'audit' },
  query: { accredited: 'true' },
})

const accreditation = (day: string | null) => (day ? t`Acreditación vigente hasta el ${dayText(day)}` : '')

/** The evaluator of a request; each option shows its accreditation date. */
export function EvaluatorSelect({ id, value, onChange, error, readOnly }: ChoiceProps) {
  const { data, status, error: failure, refetch } = useQuery(accreditedEvaluators)
  const evaluators = data?.content ?? []
  const until = new Map(evaluators.map(evaluator => [evaluator.id, accreditation(evaluator.expiredAt)]))
  return (
    <div className="stack" data-span="3">
      <Select
        id={id}
        label={t('Evaluador')}
        placeholder={data ? t('Elija un evaluador') : status === 'error' ? '' : t('Cargando…')}
        description={until.get(value) || t('Solo se ofrecen los que tienen la acreditación vigente.')}
        data={evaluators.map(evaluator => ({ value: evaluator.id, label: displayName(evaluator) }))}
        value={until.has(value) ? value : null}
        onChange={chosen => onChange(chosen ?? '')}
        searchable
        readOnly={readOnly}
        error={error}
        renderOption={({ option }) => (
          <span>
            {option.label}
            <br />
            <span className="small">{until.get(option.value)}</span>
          </span>
        )}
      />
      {status === 'error' ? <ChoicesFailed error={failure} onRetry={() => void refetch()} /> : null}
      {status === 'success' && evaluators.length === 0 ? (
        <Message kind="warning" title={t('No hay evaluadores con la acreditación vigente')}>
          {t(
            'Sin evaluador no se puede enviar la solicitud. Aparecerán aquí en cuanto el CCI acredite a alguno; lo que escriba se conserva en esta pestaña.',
          )}
        </Message>
      ) : null}
    </div>
  )
}
