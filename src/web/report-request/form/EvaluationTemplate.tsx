import { Button } from '@mantine/core'
import { IconFileDownload } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { frameworkTemplate, listFrameworks } from '#domain/assessment/framework/contract.ts'
import { t } from '#domain/language/translate.ts'
import { formatRating, parseRating } from '#domain/values/rating.ts'
import { call, queryOptions } from '#web/api/api.ts'
import { useDownload } from '#web/document/useDownload.ts'
import { RatingChoice } from '#web/report-request/score/RatingChoice.tsx'
import { noLevels } from '#web/report-request/score/scoreDraft.ts'
import { FormModal } from '#web/ui/form/FormModal.tsx'

/** The template of the evaluation for a request that is being written: filled in, its spreadsheet is read as one (EXP-24). */
export function EvaluationTemplate() {
  const [opened, setOpened] = useState(false)
  const [levels, setLevels] = useState(noLevels)
  const [tried, setTried] = useState(false)
  const { data } = useQuery(queryOptions(listFrameworks, { query: { status: 'PUBLISHED' } }))
  const framework = data?.content[0]
  const target = formatRating(levels)
  const template = useDownload(
    () => call(frameworkTemplate, { params: { id: framework!.id }, query: { target } }),
    'plantilla-evaluacion.xlsx',
  )
  if (!framework) return null
  return (
    <div className="row wrap">
      <span className="small dim">{t('Si la hoja de cálculo es la plantilla rellena, se lee como evaluación.')}</span>
      <Button size="xs" leftSection={<IconFileDownload />} onClick={() => setOpened(true)}>
        {t('Plantilla de evaluación')}
      </Button>
      <FormModal
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('Plantilla de evaluación')}
        submitLabel={t('Descargar plantilla')}
        loading={template.isPending}
        submitError={null}
        onSubmit={() => {
          setTried(true)
          if (parseRating(target)) template.mutate(undefined, { onSuccess: () => setOpened(false) })
        }}
      >
        <p className="dim">{t('La plantilla solo tiene los controles que pide el nivel objetivo.')}</p>
        <RatingChoice label={t('Nivel objetivo')} levels={levels} demand={tried} onChange={setLevels} />
      </FormModal>
    </div>
  )
}
