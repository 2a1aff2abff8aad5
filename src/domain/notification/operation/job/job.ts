/**
 * How often a job runs, in minutes, and what it does, as CCI reads it. Some also run when something wakes them. A run
 * should end within `limitMinutes`, a quarter of an hour by default.
 */
type JobDefinition = { label: string; everyMinutes: number; limitMinutes?: number }

const QUARTER = 15

/** The background jobs, in the order of their list. */
export const jobs = {
  'send-mail': { label: 'Enviar los correos', everyMinutes: 1 },
  'send-digests': { label: 'Enviar los resúmenes de avisos', everyMinutes: 1 },
  'send-webhooks': { label: 'Enviar a los webhooks', everyMinutes: 1, limitMinutes: 1 },
  'refresh-names': { label: 'Poner los nombres nuevos en las listas', everyMinutes: QUARTER },
  'announce-expiries': { label: 'Avisar de caducidades y plazos', everyMinutes: QUARTER },
  'announce-overdue': { label: 'Avisar de tareas fuera de plazo', everyMinutes: QUARTER },
  'announce-matches': { label: 'Comprobar las vistas guardadas con aviso', everyMinutes: QUARTER },
  'remind-declarations': { label: 'Recordar las declaraciones de independencia', everyMinutes: QUARTER },
  'certify-scores': { label: 'Emitir los certificados que faltan', everyMinutes: QUARTER },
  'check-files': { label: 'Hacer las comprobaciones previas de los archivos', everyMinutes: QUARTER },
  'check-marks': { label: 'Comprobar qué PDF admiten la marca de agua', everyMinutes: QUARTER },
  // A large store takes hours.
  'verify-files': { label: 'Verificar los archivos guardados', everyMinutes: QUARTER, limitMinutes: 24 * 60 },
  'remove-files': { label: 'Quitar los archivos sin dueño', everyMinutes: QUARTER },
  'destroy-due': { label: 'Destruir lo que ha cumplido su plazo', everyMinutes: QUARTER },
  'clean-sign-ins': { label: 'Borrar los intentos de acceso antiguos', everyMinutes: QUARTER },
  'purge-deliveries': { label: 'Borrar las entregas antiguas de los webhooks', everyMinutes: QUARTER },
  'record-cut-readings': { label: 'Registrar las lecturas cortadas', everyMinutes: QUARTER },
  'record-denials': { label: 'Registrar los accesos denegados', everyMinutes: 1 },
  'copy-audit-log': { label: 'Firmar y copiar el registro', everyMinutes: QUARTER },
} as const satisfies Record<string, JobDefinition>

export type JobName = keyof typeof jobs
export const jobNames = Object.keys(jobs) as [JobName, ...JobName[]]

/** A run that takes this many times its limit is stuck. */
export const STUCK_TIMES = 10

/** How many times its limit a run has taken so far. */
export function overrunOf(name: JobName, runningMs: number): number {
  const { limitMinutes = QUARTER }: JobDefinition = jobs[name]
  return runningMs / (limitMinutes * 60_000)
}

/** Failures in a row after which CCI hears of them. */
export const TOLD_FAILURES = 2

export const jobStatuses = ['NEVER', 'ASKED', 'DONE', 'FAILED', 'STUCK'] as const
export type JobStatus = (typeof jobStatuses)[number]
export const jobStatusLabels: Record<JobStatus, string> = {
  NEVER: 'Aún no se ha ejecutado',
  ASKED: 'Se va a ejecutar',
  DONE: 'Correcto',
  FAILED: 'Ha fallado',
  STUCK: 'No termina',
}

type JobState = { askedAt: string | null; endedAt: string | null; failures: number; stuckSince: string | null }

/** What a job's last run came to, unless a run is stuck; one that was asked for waits for a server to take it. */
export function jobStatusOf(of: JobState): JobStatus {
  if (of.stuckSince !== null) return 'STUCK'
  if (of.askedAt !== null) return 'ASKED'
  if (of.endedAt === null) return 'NEVER'
  return of.failures > 0 ? 'FAILED' : 'DONE'
}

/** Why a run failed. */
export const jobFaults = ['database', 'disk', 'rights', 'network', 'memory', 'other'] as const
export type JobFault = (typeof jobFaults)[number]
export const jobFaultLabels: Record<JobFault, string> = {
  database: 'La base de datos no contestó o rechazó la operación',
  disk: 'No hay sitio en el disco',
  rights: 'El portal no tiene permiso para leer o escribir un archivo',
  network: 'No se pudo conectar con otro servicio',
  memory: 'No había memoria suficiente',
  other: 'Error inesperado: pida a su equipo técnico que mire el registro del servidor',
}

const BY_CODE: readonly (readonly [RegExp, JobFault])[] = [
  [/^(ENOSPC|EDQUOT)$/, 'disk'],
  [/^(EACCES|EPERM|EROFS)$/, 'rights'],
  [/^(ENOMEM|ERR_WORKER_OUT_OF_MEMORY)$/, 'memory'],
  [/^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_|EHOSTUNREACH|ENETUNREACH|EPIPE|CERT_|ERR_TLS)/, 'network'],
  // PostgreSQL's five characters.
  [/^[0-9][0-9A-Z]{4}$/, 'database'],
]

/** The kind of a fault by the code of its error; '' for an error without one. */
export const jobFaultOf = (code: string): JobFault => BY_CODE.find(([codes]) => codes.test(code))?.[1] ?? 'other'
