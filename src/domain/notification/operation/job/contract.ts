import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { instant, pageOf, paging } from '#domain/contract/wire.ts'
import { exportOf } from '#domain/list/export.ts'
import { jobColumns, jobsList } from '#domain/notification/operation/job/columns.ts'
import { jobFaults, jobNames, jobStatuses } from '#domain/notification/operation/job/job.ts'

const name = z.enum(jobNames)

const jobWire = z.object({
  name,
  /** What it does. */
  label: z.string(),
  status: z.enum(jobStatuses),
  /** The last run that ended, on whichever server. */
  startedAt: instant.nullable(),
  durationMs: z.number().int().nullable(),
  /** When it is due again; null before the first run. */
  nextAt: instant.nullable(),
  /** When the run began that takes ten times its limit; null when none does. */
  stuckSince: instant.nullable(),
  /** Failures since the last run that succeeded. */
  failures: z.number().int(),
  /** The last failure; it stays after a run that succeeds. */
  failedAt: instant.nullable(),
  fault: z.enum(jobFaults).nullable(),
  /** The error for those who mend it, without personal data. */
  detail: z.string(),
})
export type JobWire = z.output<typeof jobWire>

export const listJobs = contract({
  name: 'job.list',
  method: 'GET',
  path: '/jobs',
  summary: 'Los procesos automáticos del portal, con su última ejecución y su último fallo',
  who: 'operation.manage',
  query: z.strictObject(paging(['label', 'startedAt', 'durationMs'], 'label,asc')),
  answer: pageOf(jobWire),
})

export const exportJobs = exportOf(listJobs, {
  name: 'job.export',
  summary: 'Esos procesos en CSV o XLSX',
  file: 'procesos',
  columns: jobColumns,
  shown: jobsList,
})

export const runJob = contract({
  name: 'job.run',
  method: 'POST',
  path: '/jobs/{name}/runs',
  summary: 'Ejecuta un proceso ahora, en uno de los servidores',
  who: 'operation.manage',
  params: z.strictObject({ name }),
  answer: jobWire,
  refusals: ['invalid'],
})
