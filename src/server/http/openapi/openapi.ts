import { z } from 'zod'
import { conflictWire } from '#domain/conflict/conflict.ts'
import type { Contract } from '#domain/contract/contract.ts'
import { errorsOf, takesKey } from '#domain/contract/errors-of.ts'
import { contracts } from '#domain/contracts.ts'
import { abilities } from '#domain/identity/abilities.ts'
import { roles } from '#domain/identity/roles.ts'
import { refusals, sentence } from '#domain/messages.ts'

type Json = Record<string, unknown>

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' }) as Json
  return rest
}

/** The Idempotency-Key parameter of a write; empty for calls that take none. */
function keyParameter(contract: Contract): Json[] {
  if (!takesKey(contract)) return []
  const description =
    'Una clave que elige quien llama. La misma clave con el mismo contenido contesta lo mismo sin repetir el efecto; con otro, 422; si la primera sigue en curso, 409.'
  return [
    { name: 'Idempotency-Key', in: 'header', required: false, description, schema: { type: 'string', maxLength: 200 } },
  ]
}

function parameters(contract: Contract): Json[] {
  const of = (schema: z.ZodObject | undefined, where: 'path' | 'query') => {
    if (!schema) return []
    const json = schemaOf(schema, 'input') as { properties: Record<string, Json>; required?: string[] }
    return Object.entries(json.properties).map(([name, property]) => ({
      name,
      in: where,
      required: where === 'path' || (json.required ?? []).includes(name),
      schema: property,
    }))
  }
  return [...of(contract.params, 'path'), ...of(contract.query, 'query'), ...keyParameter(contract)]
}

const mediaTypes = {
  json: 'application/json',
  multipart: 'multipart/form-data',
  form: 'application/x-www-form-urlencoded',
} as const

function requestBody(contract: Contract): Json | undefined {
  if (!contract.body && !contract.files) return undefined
  const schema = contract.body ? (schemaOf(contract.body, 'input') as { properties?: Json; required?: string[] }) : {}
  const files = Object.entries(contract.files ?? {})
  const full = {
    ...schema,
    type: 'object',
    properties: {
      ...schema.properties,
      ...Object.fromEntries(
        files.map(([name, part]) => [name, { type: 'string', format: 'binary', description: part.description }]),
      ),
    },
    required: [...(schema.required ?? []), ...files.filter(([, part]) => part.required).map(([name]) => name)],
  }
  const media: Json = { schema: full }
  if (contract.example?.body) media.example = contract.example.body
  return { required: true, content: { [mediaTypes[contract.encoding ?? 'json']]: media } }
}

function responses(contract: Contract): Json {
  const status = String(contract.status ?? 200)
  const answer: Json = { description: contract.summary }
  if (contract.answer === 'file')
    answer.content = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  else if (contract.answer) {
    answer.content = { 'application/json': { schema: schemaOf(contract.answer, 'output') } }
  }
  const byStatus = Map.groupBy(errorsOf(contract), reason => refusals[reason].status)
  const problems = [...byStatus].map(([code, reasons]) => [
    String(code),
    {
      description: reasons.map(reason => `${reason}: ${sentence(reason)}`).join('\n'),
      content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
    },
  ])
  return { [status]: answer, ...Object.fromEntries(problems) }
}

/** The permitted callers in words: the roles and the scope of each. */
export function whoMay(contract: Contract): string {
  if (contract.who === 'anyone') return 'Cualquiera, sin sesión'
  const grant = abilities[contract.who] as Partial<Record<string, string>>
  return roles
    .filter(role => grant[role])
    .map(role => `${role} (${grant[role]})`)
    .join(', ')
}

/** What a caller shows: the headers of a session, or an API key with the scope that opens the call (HOOK-02). */
function securityOf(contract: Contract): Json[] {
  if (contract.who === 'anyone') return []
  const session = contract.method === 'GET' ? { token: [] } : { token: [], csrf: [] }
  return contract.scope ? [session, { key: [contract.scope] }] : [session]
}

/** The OpenAPI 3.1 document of the whole API, from the contracts (D18). */
export function openApiDocument(productName: string): Json {
  const paths: Record<string, Json> = {}
  for (const contract of contracts) {
    paths[contract.path] = {
      ...paths[contract.path],
      [contract.method.toLowerCase()]: {
        operationId: contract.name,
        summary: contract.summary,
        description: `Quién puede: ${whoMay(contract)}.${contract.scope ? ` Con clave de API: ${contract.scope}.` : ''}`,
        tags: [contract.name.split('.')[0]],
        security: securityOf(contract),
        parameters: parameters(contract),
        ...(requestBody(contract) ? { requestBody: requestBody(contract) } : {}),
        responses: responses(contract),
      },
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: `${productName}: API`, version: '1', description: 'Calificación de los proveedores de la banca.' },
    servers: [{ url: '/api/v1' }],
    paths,
    components: {
      securitySchemes: {
        token: { type: 'apiKey', in: 'header', name: 'authorization' },
        csrf: { type: 'apiKey', in: 'header', name: 'x-csrf-token' },
        key: {
          type: 'http',
          scheme: 'bearer',
          description: 'Una clave de API de una entidad, con el ámbito que se dice.',
        },
      },
      schemas: {
        Problem: {
          type: 'object',
          description: 'RFC 9457. `code` no cambia; `detail` es la frase para la persona.',
          required: ['type', 'title', 'status', 'detail', 'code'],
          properties: {
            type: { type: 'string' },
            title: { type: 'string' },
            status: { type: 'integer' },
            detail: { type: 'string' },
            code: { type: 'string', enum: Object.keys(refusals) },
            fields: { type: 'object', additionalProperties: { type: 'string' } },
            conflict: {
              ...schemaOf(conflictWire, 'output'),
              description: 'Con `changedMeanwhile`: qué cambió otra persona, quién y cuándo.',
            },
          },
        },
      },
    },
  }
}
