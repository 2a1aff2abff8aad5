import type { z } from 'zod'
import type { FieldErrors } from '#domain/contract/domain-error.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import { wireSentence } from '#domain/contract/wire-sentence.ts'
import { t } from '#domain/language/translate.ts'

/** Maximum number of invalid fields in a response; no form of the portal has more. */
const NAMED_MOST = 100

/** Parses a value by a schema. @throws DomainError that names each invalid or unknown field in the language of the caller (D41) */
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
        name([...issue.path, key], t('Este campo no se puede cambiar aquí'))
    } else {
      // The schemas of the domain are made once, before anybody's language is known.
      name(issue.path, t(issue.message))
    }
  }
  throw new DomainError(unknown ? 'unknownField' : 'invalid', { fields })
}
