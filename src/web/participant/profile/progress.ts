import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { FormSection, SectionKey } from '#web/participant/profile/sections.ts'

export type SectionProgress = { key: SectionKey; title: string; done: number; total: number; wrong: boolean }

/**
 * Progress of a form by section; optional fields do not count. `required` lists the paths that an empty form has wrong,
 * `errors` the current errors, `shown` the errors already visible.
 */
export function formProgressOf(
  sections: readonly FormSection[],
  required: readonly string[],
  errors: FieldErrors,
  shown: FieldErrors,
): SectionProgress[] {
  return sections
    .map(({ key, title, fields }) => {
      const counted = fields.map(field => field.path).filter(path => required.includes(path))
      return {
        key,
        title,
        done: counted.filter(path => !errors[path]).length,
        total: counted.length,
        wrong: fields.some(({ path }) => shown[path] || shown[path.replace(/viaType$/, 'viaLabel')]),
      }
    })
    .filter(section => section.total > 0)
}

export const sumOf = (parts: readonly { done: number; total: number }[]) => ({
  done: parts.reduce((sum, part) => sum + part.done, 0),
  total: parts.reduce((sum, part) => sum + part.total, 0),
})
