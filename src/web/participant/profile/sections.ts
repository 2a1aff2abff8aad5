import type { InvitableKind } from '#domain/identity/roles.ts'
import { msg, t } from '#domain/language/translate.ts'
import { fieldsOf, isTextField, longestOf } from '#domain/participant/field-lists.ts'
import { type FieldRuleName, fieldRules, type Keyboard } from '#domain/participant/field-rules.ts'
import { type FormPlace, fields } from '#domain/participant/fields.ts'
import type { RequiredDatum } from '#domain/participant/participant.ts'
import { profileParts } from '#domain/participant/participant.ts'
import { ECONOMIC_GROUPS, EXERCISES, economicGroupLabels } from '#domain/values/company/economic-info.ts'
import { profilePartOf } from '#web/participant/profile/values.ts'

/** A field of a section: its path, its label, and its span of six columns; `half` takes half the width of a phone. */
export type FieldPlace = {
  path: string
  label: string
  span: 1 | 2 | 3 | 4
  optional?: boolean
  half?: boolean
  /** Format hint under the field. */
  hint?: string
  /** The most characters that the server takes; 200 when absent. */
  longest?: number
  keyboard?: Keyboard
}

export type SectionKey = 'company' | 'contacts' | 'person' | 'address' | 'billingAddress' | 'economicInfo' | 'extraData'

export type FormSection = { key: SectionKey; title: string; note?: string; fields: readonly FieldPlace[] }

const companyTitle: Record<InvitableKind, string> = {
  PROVIDER: msg('Empresa'),
  AUDIT: msg('Empresa'),
  ENTITY: msg('Entidad'),
}

const typing = (rule: FieldRuleName) => ({ longest: fieldRules[rule].longest, keyboard: fieldRules[rule].keyboard })

/** Layout of an address; the form uses it twice. */
const address = (prefix: string): FieldPlace[] => [
  { path: `${prefix}.viaType`, label: t('Tipo de vía'), span: 2 },
  { path: `${prefix}.viaName`, label: t('Nombre de la vía'), span: 3 },
  { path: `${prefix}.viaNumber`, label: t('Número'), span: 1, longest: 20 },
  { path: `${prefix}.postalCode`, label: t('Código postal'), span: 2, half: true, longest: 20 },
  { path: `${prefix}.province`, label: t('Provincia'), span: 2, longest: 60 },
  { path: `${prefix}.city`, label: t('Municipio'), span: 2, longest: 100 },
  { path: `${prefix}.country`, label: t('País'), span: 2 },
  { path: `${prefix}.extraData`, label: t('Datos adicionales'), span: 4, optional: true },
]

const person: FieldPlace[] = [
  { path: 'contactDetails.name', label: msg('Nombre'), span: 2 },
  { path: 'contactDetails.surNames', label: msg('Apellidos'), span: 4 },
  { path: 'contactDetails.position', label: msg('Cargo'), span: 2 },
  { path: 'contactDetails.tlf', label: msg('Teléfono'), span: 2, ...typing('telefono') },
  { path: 'contactDetails.email', label: msg('Correo electrónico'), span: 2, ...typing('email') },
]

/** The fields of the participant in one section. */
function placesOf(kind: InvitableKind, section: FormPlace['section']): FieldPlace[] {
  return fieldsOf(kind)
    .filter(({ place }) => place.section === section)
    .map(({ field, definition: { label, optional, half, hint }, place: { span } }) => ({
      path: field,
      label,
      span,
      optional,
      half,
      hint,
      ...(isTextField(field) ? { longest: longestOf(field), keyboard: fieldRules[fields[field].rule].keyboard } : {}),
    }))
}

/** Form of a kind of participant, in order; `data` are the additional fields that CCI asks for (D55). */
export function sectionsOf(
  kind: InvitableKind,
  data: readonly RequiredDatum[],
  years: readonly [number, number, number],
): FormSection[] {
  const parts = profileParts[kind]
  const sections: FormSection[] = [
    { key: 'company', title: t(companyTitle[kind]), fields: placesOf(kind, 'company') },
    { key: 'contacts', title: t('Contactos'), fields: placesOf(kind, 'contacts') },
    { key: 'address', title: t('Dirección'), fields: address('address') },
  ]
  if (parts.billingAddress) {
    sections.push({ key: 'billingAddress', title: t('Dirección de facturación'), fields: address('billingAddress') })
  }
  if (parts.economicInfo) {
    sections.push({
      key: 'economicInfo',
      title: t('Información económica'),
      note: t('En miles de euros, los tres últimos ejercicios cerrados.'),
      fields: ECONOMIC_GROUPS.flatMap(group =>
        EXERCISES.map((exercise, index) => ({
          path: `economicInfo.${group}.${exercise}`,
          label: t`${t(economicGroupLabels[group])} de ${years[index]}`,
          span: 1 as const,
        })),
      ),
    })
  }
  sections.push({
    key: 'extraData',
    title: t('Datos adicionales'),
    fields: data.map(({ field, required }) => ({
      path: `extraData.${field}`,
      label: field,
      span: 3,
      optional: !required,
    })),
  })
  sections.push({
    key: 'person',
    title: t('Persona de contacto'),
    note: t('Opcional: a quién dirigirse en su organización.'),
    fields: person,
  })
  return sections.filter(section => section.fields.length > 0)
}

/** Name of a field in a list of errors; address fields also name their address. */
export function fieldLabel(sections: readonly FormSection[], path: string): string {
  const section = sectionOf(sections, path)
  const label = t(section?.fields.find(isAt(path))?.label ?? '')
  if (!section || !label) return path
  const addressed = ['address', 'billingAddress', 'contactDetails'].includes(profilePartOf(path))
  return addressed ? `${section.title}, ${label.toLowerCase()}` : label
}

/** An error of a street type's label (viaLabel) belongs to the field of its code (viaType). */
const isAt = (path: string) => (field: FieldPlace) => field.path === path.replace(/\.viaLabel$/, '.viaType')

/** Section of a path. */
export const sectionOf = (sections: readonly FormSection[], path: string): FormSection | undefined =>
  sections.find(({ fields }) => fields.some(isAt(path)))

/** Id of the control of a path. */
export const controlId = (path: string) => path.replace(/\.viaLabel$/, '.viaType').replace(/\s+/g, '_')

export const sectionId = (key: SectionKey) => `seccion-${key}`
