import { t } from '#domain/language/translate.ts'
import { dayText } from '#web/ui/time/dates.ts'

type Accepted = {
  documentCatalogName: string
  service: string | null
  decidedAt: string | null
  until: string | null
}

/** Where a file was accepted, when, and until when it is in force. */
export function acceptedText({ documentCatalogName, service, decidedAt, until }: Accepted): string {
  const where = service ? t`${documentCatalogName}, de ${service}` : documentCatalogName
  return [
    t`«${where}»`,
    decidedAt ? t`aceptado el ${dayText(decidedAt)}` : '',
    until ? t`en vigor hasta el ${dayText(until)}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}
