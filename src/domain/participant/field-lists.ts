import type { InvitableKind } from '#domain/identity/roles.ts'
import { type FieldRuleName, fieldRules } from '#domain/participant/field-rules.ts'
import type { Field, FieldDefinition, FormPlace, TextField } from '#domain/participant/fields.ts'
import { fields, formSections } from '#domain/participant/fields.ts'

type TextDefinition = FieldDefinition & { readonly rule: FieldRuleName }

export const fieldNames = Object.keys(fields) as Field[]
export const isTextField = (field: Field): field is TextField => fields[field].rule !== 'employees'
export const textFields = fieldNames.filter(isTextField)

/** A record with a value for each field, in the order of the wire. */
export function eachField<T>(make: (field: Field) => T): { [F in Field]: T } {
  return Object.fromEntries(fieldNames.map(field => [field, make(field)])) as { [F in Field]: T }
}

const positionOf = ({ section, row, column }: FormPlace) => formSections.indexOf(section) * 1000 + row * 10 + column

/** The fields of a kind in form order. */
export function fieldsOf(kind: InvitableKind): { field: Field; definition: FieldDefinition; place: FormPlace }[] {
  return fieldNames
    .flatMap(field => {
      const definition: FieldDefinition = fields[field]
      const place = definition.form[kind]
      return place ? [{ field, definition, place }] : []
    })
    .sort((a, b) => positionOf(a.place) - positionOf(b.place))
}

/** The text fields of each kind in form order. */
export const profileFields: Readonly<Record<InvitableKind, readonly ({ field: TextField } & TextDefinition)[]>> = {
  PROVIDER: textFieldsOf('PROVIDER'),
  AUDIT: textFieldsOf('AUDIT'),
  ENTITY: textFieldsOf('ENTITY'),
}

function textFieldsOf(kind: InvitableKind) {
  return fieldsOf(kind).flatMap(({ field }) => (isTextField(field) ? [{ field, ...fields[field] }] : []))
}

/** The most characters of a field in a call. */
export function longestOf(field: TextField): number {
  const { longest, rule }: TextDefinition = fields[field]
  return longest ?? fieldRules[rule].longest
}

type Example<K extends InvitableKind> = {
  [F in Field as K extends keyof (typeof fields)[F]['form'] ? F : never]: (typeof fields)[F]['example']
}

/** A value for each field of a kind, all valid and in normal form. */
export function exampleOf<K extends InvitableKind>(kind: K): Example<K> {
  return Object.fromEntries(fieldsOf(kind).map(({ field, definition }) => [field, definition.example])) as Example<K>
}
