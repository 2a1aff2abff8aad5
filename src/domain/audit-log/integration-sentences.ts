import type { EntryFacts } from '#domain/audit-log/sentence-parts.ts'
import { quoted } from '#domain/audit-log/sentence-parts.ts'

const key = ({ data }: EntryFacts) => `la clave de API ${quoted(data.name, '')}`.trim()

/** What a bank does with its keys and webhooks. Entries about webhooks hold no value (BASE-11). */
export const integrationSentences = {
  'api-key.made': { says: (entry: EntryFacts) => `creó ${key(entry)}` },
  'api-key.revoked': { says: (entry: EntryFacts) => `revocó ${key(entry)}` },
  'api-key.ending': {
    says: (entry: EntryFacts) => `se avisó de que ${key(entry)} está próxima a caducar`,
    impersonal: true,
  },
  'api-key.lapsed': { says: (entry: EntryFacts) => `caducó ${key(entry)}`, impersonal: true },
  'webhook.registered': { says: () => 'registró un webhook' },
  'webhook.changed': { says: () => 'cambió un webhook' },
  'webhook.secret-renewed': { says: () => 'renovó el secreto de un webhook' },
  'webhook.enabled': { says: () => 'activó un webhook' },
  'webhook.disabled': { says: () => 'un webhook quedó desactivado porque no contestaba', impersonal: true },
  'webhook.removed': { says: () => 'quitó un webhook' },
  'webhook.tested': { says: () => 'envió una prueba a un webhook' },
  'webhook.repeated': { says: () => 'repitió una entrega de un webhook' },
} as const
