import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { listServices } from '#domain/catalogue/contract.ts'
import { t } from '#domain/language/translate.ts'
import { queryOptions } from '#web/api/api.ts'
import { ChoicesFailed } from '#web/report-request/form/ChoicesFailed.tsx'
import { servicesByType } from '#web/report-request/form/choices.ts'
import { Message } from '#web/ui/feedback/Message.tsx'

export interface ChoiceProps {
  id: string
  value: string
  onChange: (value: string) => void
  error?: string
  readOnly?: boolean
}

/** The service of a request, grouped by type. */
export function ServiceSelect({ id, value, onChange, error, readOnly }: ChoiceProps) {
  const { data, status, error: failure, refetch } = useQuery(queryOptions(listServices))
  const services = data?.content ?? []
  return (
    <div className="stack" data-span="3">
      <Select
        id={id}
        label={t('Servicio')}
        placeholder={data ? t('Elija un servicio') : status === 'error' ? '' : t('Cargando…')}
        data={servicesByType(services)}
        value={services.some(service => service.id === value) ? value : null}
        onChange={chosen => onChange(chosen ?? '')}
        searchable
        readOnly={readOnly}
        error={error}
      />
      {status === 'error' ? <ChoicesFailed error={failure} onRetry={() => void refetch()} /> : null}
      {status === 'success' && services.length === 0 ? (
        <Message kind="warning" title={t('No hay servicios que calificar')}>
          {t('El CCI todavía no ha dado de alta ninguno. Cuando lo haga podrá enviar su solicitud.')}
        </Message>
      ) : null}
    </div>
  )
}
