import { renewalNote } from '#domain/report-request/request-note.ts'
import type { ValidationWire } from '#domain/validation/contract.ts'
import { Expiry, Rating } from '#web/list/Rating.tsx'
import { useMe } from '#web/session/useMe.ts'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { dayText } from '#web/ui/time/dates.ts'

/** The request of an audit report and its outcome. */
export function RequestFacts({ request }: { request: ValidationWire }) {
  // Only the owner of the request sees when it can be renewed.
  const renewal = useMe().idGenericEntity === request.genericEntityId ? renewalNote(request) : null
  return (
    <DescriptionList
      facts={[
        { label: 'Servicio', value: request.service },
        { label: 'Evaluador', value: request.audit ?? '—' },
        { label: 'Concepto', value: request.concept || '—' },
        { label: 'Enviada', value: request.sentAt ? dayText(request.sentAt) : '—' },
        { label: 'Calificación', value: <Rating score={request.score} expiredAt={request.expiredAt} /> },
        { label: 'Fecha de caducidad', value: <Expiry value={request.expiredAt} /> },
        ...(renewal ? [{ label: 'Renovación', value: renewal }] : []),
      ]}
    />
  )
}
