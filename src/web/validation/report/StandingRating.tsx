import { Button } from '@mantine/core'
import { IconEye } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { readValidation } from '#domain/validation/contract.ts'
import { messageOf, queryOptions } from '#web/api/api.ts'
import { paths } from '#web/app/paths.ts'
import { useEvaluations } from '#web/assessment/useEvaluations.ts'
import { DocumentPreview, type PreviewedFile } from '#web/document/DocumentPreview.tsx'
import { Expiry, Rating } from '#web/list/Rating.tsx'
import { UiLink } from '#web/ui/button/UiLink.tsx'
import { ErrorState } from '#web/ui/feedback/ErrorState.tsx'
import { Loading } from '#web/ui/feedback/Loading.tsx'
import { DescriptionList } from '#web/ui/form/DescriptionList.tsx'
import { Section } from '#web/ui/layout/Section.tsx'
import classes from './ReportDocuments.module.css'

type Props = { id: string; renewalId: string; idProvider: string }

/** 'Calificación vigente': what the renewal under verification would take the place of (RENEW-12). */
export function StandingRating({ id, renewalId, idProvider }: Props) {
  const { data, error, refetch } = useQuery(queryOptions(readValidation, { params: { id } }))
  const evaluations = useEvaluations(idProvider)
  // The view of an evaluation compares it with the one before.
  const compared = evaluations.has(id) ? evaluations.get(renewalId) : undefined
  const [viewed, setViewed] = useState<PreviewedFile | null>(null)
  return (
    <div className={classes.standing}>
      <Section
        title="Calificación vigente"
        kind="serif"
        actions={
          compared ? <UiLink href={paths.assessmentView(compared.id)}>Comparar las dos evaluaciones</UiLink> : null
        }
      >
        {error ? (
          <ErrorState text={messageOf(error)} onRetry={() => void refetch()} />
        ) : !data ? (
          <Loading height={140} label="Cargando la calificación vigente" />
        ) : (
          <DescriptionList
            facts={[
              { label: 'Calificación', value: <Rating score={data.score} expiredAt={data.expiredAt} /> },
              { label: 'Caduca', value: <Expiry value={data.expiredAt} /> },
              { label: 'Evaluador', value: data.audit ?? '—' },
              { label: 'Concepto', value: data.concept || '—' },
              ...data.catalogDocuments.map(({ id: document, documentCatalogName: title, name }) => ({
                label: title,
                value:
                  document && name ? (
                    <Button
                      size="xs"
                      variant="subtle"
                      leftSection={<IconEye />}
                      onClick={() => setViewed({ id: document, title, name })}
                    >
                      {name}
                    </Button>
                  ) : (
                    '—'
                  ),
              })),
            ]}
          />
        )}
      </Section>
      <DocumentPreview file={viewed} onClose={() => setViewed(null)} />
    </div>
  )
}
