import { z } from 'zod'
import { contract } from '#domain/contract/contract.ts'
import { day, identifier, instant, pageOf, paging, text } from '#domain/contract/wire.ts'
import { keyColumns, keysList } from '#domain/integration/key/columns.ts'
import { KEY_NAME_MAX } from '#domain/integration/key/key.ts'
import { apiScopes } from '#domain/integration/scopes.ts'
import { msg } from '#domain/language/translate.ts'
import { exportOf } from '#domain/list/export.ts'
import { apiKeyMachine } from '#domain/states/integration.ts'

export const apiKeyWire = z.object({
  id: identifier,
  name: z.string(),
  /** Its first 8 characters. */
  prefix: z.string(),
  scopes: z.array(z.enum(apiScopes)),
  status: z.enum(apiKeyMachine.states),
  /** The last day on which it is in force. */
  expiresOn: day,
  createdBy: z.string(),
  createdAt: instant,
  revokedAt: instant.nullable(),
  /** To the minute; null before its first use. */
  lastUsedAt: instant.nullable(),
})
export type ApiKeyWire = z.output<typeof apiKeyWire>

export const listKeys = contract({
  name: 'api-key.list',
  method: 'GET',
  path: '/api-keys',
  summary: 'Las claves de API de la entidad, sin la clave misma',
  who: 'api-key.manage',
  query: z.strictObject(paging(['createdAt', 'name', 'expiresOn', 'lastUsedAt'], 'createdAt,desc')),
  answer: pageOf(apiKeyWire),
  refusals: ['notFound', 'principalOnly'],
})

export const exportKeys = exportOf(listKeys, {
  name: 'api-key.export',
  summary: 'Esas claves en CSV o XLSX',
  file: 'claves-api',
  columns: keyColumns,
  shown: keysList,
})

export const makeKey = contract({
  name: 'api-key.make',
  method: 'POST',
  path: '/api-keys',
  summary: 'Crea una clave de API; es la única vez que se muestra',
  who: 'api-key.manage',
  requiresRecentAuth: true,
  // The answer holds the key, which is stored as a hash only.
  withoutIdempotencyKey: true,
  body: z.strictObject({
    name: text(KEY_NAME_MAX).refine(value => value !== '', msg('Ponga un nombre a la clave')),
    scopes: z
      .array(z.enum(apiScopes))
      .min(1, msg('Elija al menos un ámbito'))
      .refine(scopes => new Set(scopes).size === scopes.length, msg('Hay un ámbito repetido')),
    expiresOn: day,
  }),
  answer: z.object({ key: z.string(), apiKey: apiKeyWire }),
  status: 201,
  refusals: ['notFound', 'principalOnly', 'tooManyKeys', 'invalid'],
})

export const revokeKey = contract({
  name: 'api-key.revoke',
  method: 'PATCH',
  path: '/api-keys/{id}',
  summary: 'Revoca una clave de API: deja de valer en el acto',
  who: 'api-key.manage',
  requiresRecentAuth: true,
  params: z.strictObject({ id: identifier }),
  body: z.strictObject({ status: z.literal('REVOKED') }),
  answer: apiKeyWire,
  refusals: ['notFound', 'principalOnly', 'keyEndedAlready'],
})
