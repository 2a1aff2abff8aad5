import type { ValidationWire } from '#domain/validation/contract.ts'
import { Expiry, Rating } from '#web/participant/search/Rating.tsx'
import { dayText } from '#web/ui/dates.ts'
import { Facts } from '#web/ui/Facts.tsx'

/** What an audit report was requested for, and what came of it. */
export function RequestFacts({ request }: { request: ValidationWire }) {
  return (
    <Facts
      facts={[
        { label: 'Servicio', value: request.service },
        { label: 'Evaluador', value: request.audit },
        { label: 'Concepto', value: request.concept || '—' },
        { label: 'Enviada', value: request.sentAt ? dayText(request.sentAt) : '—' },
        { label: 'Calificación', value: <Rating score={request.score} expiredAt={request.expiredAt} /> },
        { label: 'Fecha de caducidad', value: <Expiry value={request.expiredAt} /> },
      ]}
    />
  )
}
