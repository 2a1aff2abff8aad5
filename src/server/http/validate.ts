import type { z } from 'zod'
import type { FieldErrors } from '#domain/domain-error.ts'
import { DomainError } from '#domain/domain-error.ts'
import { wireSentence } from '#domain/wire-sentence.ts'

/** How many wrong fields are named: more of them than any form has come from nobody who reads the answer. */
const NAMED_MOST = 100

/** Values by a schema, or a refusal that names each wrong field in Spanish (D41: unknown fields are refused by name). */
export function validated(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value ?? {}, { error: wireSentence })
  if (parsed.success) return parsed.data
  const fields: FieldErrors = {}
  let unknown = false
  const name = (path: PropertyKey[], sentence: string) => {
    const field = path.join('.')
    if (Object.keys(fields).length < NAMED_MOST) fields[field] ??= sentence
  }
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      unknown = true
      for (const key of issue.keys.slice(0, NAMED_MOST))
        name([...issue.path, key], 'Este campo no se puede cambiar aquí')
    } else {
      name(issue.path, issue.message)
    }
  }
  throw new DomainError(unknown ? 'unknownField' : 'invalid', { fields })
}
