import type { EntryFacts } from '#domain/audit-log/sentence-parts.ts'
import { quoted } from '#domain/audit-log/sentence-parts.ts'

const job = ({ data }: EntryFacts) => `el proceso ${quoted(data.job, '')}`.trim()

/** What becomes of mails and background jobs, and what CCI and the operator load. */
export const operationSentences = {
  'mail.failed': { says: () => 'se dejó de intentar un correo que no se podía entregar', impersonal: true },
  'mail.resent': { says: () => 'reenvió un correo que no se había entregado' },
  'job.asked': { says: (entry: EntryFacts) => `ejecutó ${job(entry)}` },
  'job.failing': { says: (entry: EntryFacts) => `${job(entry)} falló varias veces seguidas`, impersonal: true },
  'gleif.loaded': { says: () => 'cargó los LEI que publica GLEIF' },
  'register-edition.loaded': {
    says: ({ data }: EntryFacts) =>
      `${`cargó la edición ${quoted(data.number, '')}`.trim()} del registro de información`,
  },
  'job.recovered': { says: (entry: EntryFacts) => `${job(entry)} volvió a funcionar`, impersonal: true },
} as const
