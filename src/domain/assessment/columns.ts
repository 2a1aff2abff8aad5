import { ILLUSTRATIVE } from '#domain/assessment/assessment.ts'
import { opinionLabels, standardLabels } from '#domain/assessment/header.ts'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import { texts } from '#domain/language/texts.ts'
import { msg, t } from '#domain/language/translate.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import type { AssessmentStatus } from '#domain/states/assessment.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

export const assessmentStatusLabels: Readonly<Record<AssessmentStatus, string>> = texts({
  DRAFT: 'Borrador',
  CONFIRMED: 'Confirmada',
  PUBLISHED: 'Publicada',
})

export const assessmentColumns: readonly ListColumn<AssessmentWire>[] = [
  { key: 'provider', label: msg('Proveedor'), text: row => row.providerName },
  { key: 'service', label: msg('Servicio'), text: row => row.service },
  { key: 'evaluator', label: msg('Evaluador'), text: row => row.evaluatorName ?? '' },
  { key: 'status', label: msg('Estado'), text: row => assessmentStatusLabels[row.status] },
  { key: 'target', label: msg('Nivel objetivo'), text: row => row.target },
  { key: 'computed', label: msg('Nivel alcanzado'), text: row => row.computed ?? t('No alcanza el nivel D') },
  { key: 'answered', label: msg('Respondidos'), text: row => t`${row.answered} de ${row.asked}` },
  {
    key: 'framework',
    label: msg('Marco'),
    text: ({ framework: { name, edition, illustrative } }) =>
      t`${name}, edición ${edition}` + (illustrative ? ` (${t(ILLUSTRATIVE)})` : ''),
  },
  { key: 'standard', label: msg('Norma'), text: row => (row.standard ? standardLabels[row.standard] : '') },
  { key: 'opinion', label: msg('Opinión'), text: row => (row.opinion ? opinionLabels[row.opinion] : '') },
  { key: 'reportDate', label: msg('Fecha informe'), text: row => (row.reportDate ? formatDay(row.reportDate) : '') },
  { key: 'createdAt', label: msg('Fecha comienzo'), text: row => formatInstant(row.createdAt) },
  {
    key: 'confirmedAt',
    label: msg('Fecha confirmación'),
    text: row => (row.confirmedAt ? formatInstant(row.confirmedAt) : ''),
  },
]

export const assessmentsList: ListShown = { label: msg('Evaluaciones'), sort: 'createdAt,desc', size: 10 }
