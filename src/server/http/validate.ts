import type { z } from 'zod'
import type { FieldErrors } from '#domain/refusal.ts'
import { Refusal } from '#domain/refusal.ts'

/** Values by a schema, or a refusal that names each wrong field (D41: unknown fields are refused by name). */
export function validated(schema: z.ZodType | undefined, value: unknown): unknown {
  if (!schema) return undefined
  const parsed = schema.safeParse(value ?? {})
  if (parsed.success) return parsed.data
  const fields: FieldErrors = {}
  let unknown = false
  for (const issue of parsed.error.issues) {
    if (issue.code === 'unrecognized_keys') {
      unknown = true
      for (const key of issue.keys) fields[[...issue.path, key].join('.')] = 'Este campo no se puede cambiar aquí'
    } else {
      fields[issue.path.join('.')] ??= issue.message
    }
  }
  throw new Refusal(unknown ? 'unknownField' : 'invalid', { fields })
}
