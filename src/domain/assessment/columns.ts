import { ILLUSTRATIVE } from '#domain/assessment/assessment.ts'
import { opinionLabels, standardLabels } from '#domain/assessment/header.ts'
import type { AssessmentWire } from '#domain/assessment/wire.ts'
import type { ListColumn } from '#domain/list/columns.ts'
import type { AssessmentStatus } from '#domain/states/assessment.ts'
import { formatDay, formatInstant } from '#domain/values/day.ts'

export const assessmentStatusLabels: Readonly<Record<AssessmentStatus, string>> = {
  DRAFT: 'Borrador',
  CONFIRMED: 'Confirmada',
  PUBLISHED: 'Publicada',
}

export const assessmentColumns: readonly ListColumn<AssessmentWire>[] = [
  { key: 'provider', label: 'Proveedor', text: row => row.providerName },
  { key: 'service', label: 'Servicio', text: row => row.service },
  { key: 'evaluator', label: 'Evaluador', text: row => row.evaluatorName ?? '' },
  { key: 'status', label: 'Estado', text: row => assessmentStatusLabels[row.status] },
  { key: 'target', label: 'Nivel objetivo', text: row => row.target },
  { key: 'computed', label: 'Nivel alcanzado', text: row => row.computed ?? 'No alcanza el nivel D' },
  { key: 'answered', label: 'Respondidos', text: row => `${row.answered} de ${row.asked}` },
  {
    key: 'framework',
    label: 'Marco',
    text: ({ framework: { name, edition, illustrative } }) =>
      `${name}, edición ${edition}${illustrative ? ` (${ILLUSTRATIVE})` : ''}`,
  },
  { key: 'standard', label: 'Norma', text: row => (row.standard ? standardLabels[row.standard] : '') },
  { key: 'opinion', label: 'Opinión', text: row => (row.opinion ? opinionLabels[row.opinion] : '') },
  { key: 'reportDate', label: 'Fecha informe', text: row => (row.reportDate ? formatDay(row.reportDate) : '') },
  { key: 'createdAt', label: 'Fecha comienzo', text: row => formatInstant(row.createdAt) },
  {
    key: 'confirmedAt',
    label: 'Fecha confirmación',
    text: row => (row.confirmedAt ? formatInstant(row.confirmedAt) : ''),
  },
]
