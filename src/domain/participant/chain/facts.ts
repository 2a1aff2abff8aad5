import type { FieldValues } from '#domain/conflict/conflict.ts'
import { msg } from '#domain/language/translate.ts'
import { DESCRIPTION_MAX } from '#domain/participant/chain/chain.ts'
import { ictTypeChoices, ictTypeText, isIctType } from '#domain/participant/company/ict-type.ts'
import type { RecordFields, ValuesOf } from '#domain/record/field.ts'
import { fieldLabels, fieldWords } from '#domain/record/words.ts'

/** The fields of a subcontract that its provider edits. */
export const subcontractFields = {
  recipientId: {
    label: msg('Trabaja para'),
    kind: 'reference',
    hint: msg('Quien recibe su trabajo: su organización u otra empresa de la cadena.'),
  },
  ictType: {
    label: msg('Tipo de servicio TIC'),
    kind: 'choice',
    choices: ictTypeChoices,
    hint: msg('El del registro de información de las entidades. Si no es TIC, déjelo vacío y descríbalo.'),
  },
  description: { label: msg('Qué hace'), kind: 'text', max: DESCRIPTION_MAX },
  underpins: {
    label: msg('Sustenta el servicio'),
    kind: 'check',
    hint: msg('Si falla, el servicio se interrumpe o pierde calidad.'),
  },
  handlesData: { label: msg('Trata datos'), kind: 'check', hint: msg('De los clientes del servicio.') },
  countries: { label: msg('Países'), kind: 'countries', hint: msg('Donde trabaja.') },
  since: { label: msg('Desde'), kind: 'day', required: msg('Elija un día') },
  until: { label: msg('Hasta'), kind: 'day' },
} as const satisfies RecordFields
export type SubcontractFields = ValuesOf<typeof subcontractFields>

export const subcontractLabels = fieldLabels(subcontractFields, { recipient: subcontractFields.recipientId.label })

/** What a subcontractor does, in words. */
export const doesText = ({ ictType, description }: { ictType: string | null; description: string }): string =>
  [ictType && isIctType(ictType) ? ictTypeText(ictType) : ictType, description].filter(Boolean).join('. ')

type Given = { [K in keyof SubcontractFields]?: SubcontractFields[K] | undefined }

/** The given fields in words, as a conflict or a preview shows them; the recipient by its name. */
export function factsOfSubcontract({
  recipient,
  recipientId: _id,
  ...fields
}: Given & { recipient?: string | undefined }): FieldValues {
  return { ...(recipient === undefined ? {} : { recipient }), ...fieldWords(subcontractFields, fields) }
}
