import { Button, MultiSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { listServices } from '#domain/catalogue/contract.ts'
import { t } from '#domain/language/translate.ts'
import type { RefusedService } from '#domain/report-request/contract.ts'
import { MAX_SERVICES } from '#domain/report-request/report-request.ts'
import { queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { servicesByType } from '#web/report-request/form/choices.ts'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { Message } from '#web/ui/feedback/Message.tsx'

type Props = {
  /** The provider whose requests stand in the way, for the links to them. */
  providerId: string
  /** The first service of the form. */
  service: string
  value: readonly string[]
  /** The services that the server refused, each with its sentence. */
  refused: readonly RefusedService[] | null
  readOnly: boolean
  onChange: (others: string[]) => void
}

/** The other services that the same report covers: as many requests, all sent or none (EASE-05). */
export function OtherServices({ providerId, service, value, refused, readOnly, onChange }: Props) {
  const [opened, setOpened] = useState(false)
  const { data } = useQuery(queryOptions(listServices))
  const services = (data?.content ?? []).filter(({ id }) => id !== service)
  if (!opened && value.length === 0 && !refused) {
    if (!service || services.length === 0) return null
    return (
      <div data-span="6">
        <Button size="xs" variant="subtle" onClick={() => setOpened(true)}>
          {t('El mismo informe vale para otros servicios')}
        </Button>
      </div>
    )
  }
  const lost = new Set(refused?.map(({ idServiceCatalog }) => idServiceCatalog))
  return (
    <div className="stack" data-span="6">
      <MultiSelect
        label={t('Otros servicios del mismo informe')}
        description={t`Se envía una solicitud para cada servicio, hasta ${MAX_SERVICES} a la vez. Se envían todas o ninguna.`}
        placeholder={value.length > 0 ? '' : t('Elija uno o varios')}
        data={servicesByType(services)}
        value={value.filter(id => services.some(each => each.id === id))}
        onChange={onChange}
        maxValues={MAX_SERVICES - 1}
        searchable
        clearable
        hidePickedOptions
        readOnly={readOnly}
      />
      {refused ? (
        <Message kind="error" live title={t('No se ha enviado ninguna solicitud')}>
          <ul>
            {refused.map(({ idServiceCatalog, service: name, detail, validationId }) => (
              <li key={idServiceCatalog}>
                <b>{name || t('Un servicio que ya no está')}.</b> {detail}{' '}
                {validationId ? (
                  <UiLink href={paths.viewDocumentation(providerId, validationId, 'AUDIT_REPORT')}>
                    {t('Ver la solicitud')}
                  </UiLink>
                ) : null}
              </li>
            ))}
          </ul>
          {value.some(id => lost.has(id)) ? (
            <Button size="xs" onClick={() => onChange(value.filter(id => !lost.has(id)))}>
              {t('Quitar los que no se pueden enviar')}
            </Button>
          ) : null}
        </Message>
      ) : null}
    </div>
  )
}
