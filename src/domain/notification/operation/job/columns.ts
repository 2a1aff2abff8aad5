import type { ListColumn } from '#domain/list/columns.ts'
import type { ListShown } from '#domain/list/shown.ts'
import type { JobWire } from '#domain/notification/operation/job/contract.ts'
import { durationText } from '#domain/notification/operation/job/duration.ts'
import { jobFaultLabels, jobNames, jobStatusLabels } from '#domain/notification/operation/job/job.ts'
import { formatInstant } from '#domain/values/day.ts'

const instantOf = (instant: string | null) => (instant ? formatInstant(instant) : '')

/** The columns of the background jobs. */
export const jobColumns: readonly ListColumn<JobWire>[] = [
  { key: 'label', label: 'Proceso', text: row => row.label },
  { key: 'status', label: 'Último resultado', text: row => jobStatusLabels[row.status] },
  { key: 'startedAt', label: 'Última ejecución', text: row => instantOf(row.startedAt) },
  { key: 'durationMs', label: 'Duración', text: row => (row.durationMs === null ? '' : durationText(row.durationMs)) },
  { key: 'nextAt', label: 'Siguiente', text: row => instantOf(row.nextAt) },
  { key: 'stuckSince', label: 'No termina desde', text: row => instantOf(row.stuckSince), under: 'status' },
  { key: 'failures', label: 'Fallos seguidos', text: row => String(row.failures), under: 'status' },
  { key: 'failedAt', label: 'Último fallo', text: row => instantOf(row.failedAt) },
  { key: 'fault', label: 'Causa', text: row => (row.fault ? jobFaultLabels[row.fault] : ''), under: 'failedAt' },
  { key: 'detail', label: 'Detalle técnico', text: row => row.detail, under: 'failedAt' },
]

export const jobsList: ListShown = {
  label: 'Procesos automáticos',
  sort: 'label,asc',
  size: jobNames.length,
  prefix: 'job',
}
