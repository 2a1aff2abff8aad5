import { msg } from '#domain/language/translate.ts'
import { countries, countryName } from '#domain/values/countries.ts'

/** A closed list of values: its name, and each code with its words. */
export type Choices<Code extends string = string> = {
  readonly name: string
  /** Precedes a code in a file. */
  readonly prefix?: string
  readonly values: readonly { readonly code: Code; readonly label: string }[]
  /** What records may still hold, and which can no longer be chosen. */
  readonly past?: readonly { readonly code: Code; readonly label: string }[]
}

/**
 * What a field holds: a code of a list, the id of another record, countries, a text, a code that may be missing, a day, a
 * number, an amount of money, yes or no or neither, or a box that is ticked or not.
 */
export type FieldKind =
  | 'choice'
  | 'reference'
  | 'countries'
  | 'text'
  | 'code'
  | 'day'
  | 'number'
  | 'amount'
  | 'flag'
  | 'check'

export type RecordField = {
  readonly label: string
  readonly kind: FieldKind
  /** The values of a choice, in the current language. */
  readonly choices?: () => Choices
  /** These values may change while the portal runs. */
  readonly varies?: true
  /** The most characters of a text or code. */
  readonly max?: number
  /** Helps to fill it, in one sentence. */
  readonly hint?: string
  /** The fault of an empty field; without it, the field may stay empty. */
  readonly required?: string
  /** Its earlier names: workbooks that were downloaded then are still read. */
  readonly also?: readonly string[]
}
export type RecordFields = Readonly<Record<string, RecordField>>

type ValueOf<F extends RecordField> = F['kind'] extends 'text'
  ? string
  : F['kind'] extends 'number' | 'amount'
    ? number | null
    : F['kind'] extends 'flag'
      ? boolean | null
      : F['kind'] extends 'check'
        ? boolean
        : F['kind'] extends 'countries'
          ? string[]
          : F extends { choices: () => Choices<infer Code> }
            ? Code | null
            : string | null
export type ValuesOf<F extends RecordFields> = {
  -readonly [K in keyof F]: F[K] extends { required: string } ? NonNullable<ValueOf<F[K]>> : ValueOf<F[K]>
}
export type FieldValue = string | number | boolean | readonly string[] | null

/** The largest number of hours or days. */
export const NUMBER_MAX = 99_999
/** The largest amount, in units of its currency. */
export const AMOUNT_MAX = 9_999_999_999_999
/** The most countries of one field. */
export const COUNTRIES_MAX = 60

/** The countries of a list, each once, in the order of the codes. */
export const normaliseCountries = (of: readonly string[]): string[] => [...new Set(of)].toSorted()

/** What a field of a kind holds when it holds nothing. */
export const emptyOf = (kind: FieldKind): FieldValue =>
  kind === 'text' ? '' : kind === 'countries' ? [] : kind === 'check' ? false : null

/** The countries of the portal, in the current language. */
export const allCountries = (): Choices => ({
  name: msg('País'),
  values: countries.map(code => ({ code, label: countryName(code) })),
})

/** What a field offers to choose from, if it does. */
export const choicesOf = ({ kind, choices }: RecordField): Choices | null =>
  choices ? choices() : kind === 'countries' ? allCountries() : null

/** The words of a code, also of one that can no longer be chosen; the code itself when the list never had it. */
export const choiceLabel = ({ values, past = [] }: Choices, code: string): string =>
  (values.find(each => each.code === code) ?? past.find(each => each.code === code))?.label ?? code

/** What a record holds in some fields. */
export const recordValues = <F extends RecordFields>(fields: F, record: ValuesOf<F>): ValuesOf<F> =>
  Object.fromEntries(Object.keys(fields).map(name => [name, record[name]])) as ValuesOf<F>
