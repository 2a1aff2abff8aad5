import type { FieldErrors } from '#domain/contract/domain-error.ts'
import type { RecordField } from '#domain/record/field.ts'
import type { Clause, ClauseKey } from '#domain/supervision/register/clause/clauses.ts'
import { clauses, isOfCritical } from '#domain/supervision/register/clause/clauses.ts'

export const clauseStandings = ['PRESENT', 'ABSENT', 'NOT_APPLICABLE'] as const
type ClauseStanding = (typeof clauseStandings)[number]
const standingLabels: Readonly<Record<ClauseStanding, string>> = {
  PRESENT: 'Consta',
  ABSENT: 'No consta',
  NOT_APPLICABLE: 'No procede',
}
const standings = {
  name: 'Cláusula',
  values: clauseStandings.map(code => ({ code, label: standingLabels[code] })),
}

/** A place must fit beside its clause. */
export const PLACE_MAX = 120

type StandingField = { label: string; hint: string; kind: 'choice'; choices: () => typeof standings }
type PlaceField = { label: string; hint: string; kind: 'text'; max: number }
type ClauseFields = Record<`standing${ClauseKey}`, StandingField> & Record<`place${ClauseKey}`, PlaceField>

/** What a bank says of each clause of a contract: whether it is there, and where. */
export const clauseFields = Object.fromEntries(
  clauses.flatMap(({ key, article, name, asks }): [string, RecordField][] => [
    [`standing${key}`, { label: `${article} ${name}`, hint: asks, kind: 'choice', choices: () => standings }],
    [
      `place${key}`,
      { label: `Dónde consta ${article}`, hint: 'Por ejemplo, cláusula 12.3.', kind: 'text', max: PLACE_MAX },
    ],
  ]),
) as ClauseFields

/** The fields of a clause, in the order of the form. */
export const fieldsOfClause = ({ key }: Clause) => [`standing${key}`, `place${key}`] as const

type Values = Readonly<Record<string, unknown>>
const standingOf = (values: Values, { key }: Clause) => (values[`standing${key}`] || null) as ClauseStanding | null
const placeOf = (values: Values, { key }: Clause) => String(values[`place${key}`] ?? '').trim()

/** The faults of what was written: a clause that is there has a place, and only such a one. */
export function clauseFaults(values: Values): FieldErrors {
  return Object.fromEntries(
    clauses.flatMap(clause => {
      const isPresent = standingOf(values, clause) === 'PRESENT'
      const place = placeOf(values, clause)
      if (isPresent && place === '') return [[`place${clause.key}`, 'Escriba en qué cláusula o anexo consta']]
      if (!isPresent && place !== '') return [[`standing${clause.key}`, 'Elija «Consta», o borre dónde consta']]
      return []
    }),
  )
}

/** The clauses that a contract needs. */
export const neededClauses = (isCritical: boolean): Clause[] =>
  clauses.filter(clause => isCritical || !isOfCritical(clause))

/** The needed clauses that are not there, and those that were not looked for yet. */
export type ClausesLeft = { absent: Clause[]; open: Clause[] }

export function clausesLeft(values: Values, isCritical: boolean): ClausesLeft {
  const needed = neededClauses(isCritical)
  return {
    absent: needed.filter(clause => standingOf(values, clause) === 'ABSENT'),
    open: needed.filter(clause => standingOf(values, clause) === null),
  }
}

const list = new Intl.ListFormat('es', { type: 'conjunction' })
const named = ({ article, name }: Clause) => `${article} ${name}`

/** What is left in words: 'No consta 30.2.i) Formación. Quedan 3 cláusulas por revisar.'; null when nothing is. */
export function clausesLeftText({ absent, open }: ClausesLeft): string | null {
  if (absent.length + open.length === 0) return null
  const missing =
    absent.length === 0
      ? []
      : [`${absent.length === 1 ? 'No consta' : 'No constan'} ${list.format(absent.map(named))}.`]
  const [first, ...others] = open
  const unread =
    first === undefined
      ? []
      : [others.length === 0 ? `Queda por revisar ${named(first)}.` : `Quedan ${open.length} cláusulas por revisar.`]
  return [...missing, ...unread].join(' ')
}

/** Where a contract says a clause: 'Consta: cláusula 14'; null while nothing is written. */
export function clauseText(values: Values, clause: Clause): string | null {
  const standing = standingOf(values, clause)
  if (standing === null) return null
  return [standingLabels[standing], placeOf(values, clause)].filter(Boolean).join(': ')
}
