import { takesFiles } from '#domain/incident/incident.ts'
import { t } from '#domain/language/translate.ts'
import type { IncidentStatus } from '#domain/states/incident.ts'
import { messageOf } from '#web/api/api.ts'
import { IncidentUploads } from '#web/incident/form/IncidentUploads.tsx'
import type { IncidentDocuments } from '#web/incident/form/useIncidentDocuments.ts'
import { IncidentFiles } from '#web/incident/IncidentFiles.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { Section } from '#web/ui/layout/Section.tsx'

type Props = { status: IncidentStatus | null; documents: IncidentDocuments }

/** The documents of an incident under edit; those of a closed one stay as they are. */
export function IncidentDocumentsSection({ status, documents }: Props) {
  const { known, error, retry, told, ...shown } = documents
  return (
    <Section title={t('Documentos')} kind="serif">
      {!takesFiles(status) ? (
        <div className="stack">
          <IncidentFiles documents={shown.attached} />
          <p className="dim">{t('Una incidencia cerrada conserva los archivos con los que se cerró.')}</p>
        </div>
      ) : error ? (
        <ErrorState text={messageOf(error)} onRetry={retry} />
      ) : known ? (
        <IncidentUploads {...shown} />
      ) : (
        <Loading height={120} />
      )}
      <p className="vh" role="status">
        {told}
      </p>
    </Section>
  )
}
