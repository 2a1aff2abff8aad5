import { controlId, type FormSection, fieldLabel, sectionOf } from '#web/participant/profile/sections.ts'
import type { ProfileForm } from '#web/participant/profile/useProfileForm.ts'
import { ErrorSummary, type FieldError } from '#web/ui/form/ErrorSummary.tsx'

export interface ProfileErrorsProps {
  form: ProfileForm
  sections: readonly FormSection[]
  /** Errors of other fields of the page, listed first. */
  others?: readonly FieldError[]
}

/** Errors to fix, in form order; shown after a save or a step was tried. */
export function ProfileErrors({ form, sections, others = [] }: ProfileErrorsProps) {
  if (form.attempt === 0) return null
  const order = sections.flatMap(section => section.fields.map(field => field.path))
  const place = (path: string) => order.indexOf(path.replace(/\.viaLabel$/, '.viaType'))
  const own = Object.entries(form.shown)
    .toSorted(([a], [b]) => place(a) - place(b))
    .map(([path, message]) => ({
      field: controlId(path),
      label: fieldLabel(sections, path),
      message,
      group: sectionOf(sections, path)?.title,
    }))
  return <ErrorSummary errors={[...others, ...own]} attempt={form.attempt} />
}
