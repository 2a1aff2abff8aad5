import { foldForSearch } from '#domain/values/collate.ts'
import type { Day } from '#domain/values/day.ts'
import { isDay } from '#domain/values/day.ts'

/** What GLEIF publishes of a LEI. */
export type GleifLei = {
  lei: string
  name: string
  country: string | null
  /** The status of its registration; INACTIVE where the company itself is. */
  status: string
  renewalOn: Day | null
  /** Its ultimate parent, or itself where GLEIF publishes that it has none; null: nothing is known. */
  parentLei: string | null
  parentName: string | null
  parentCountry: string | null
}

/** What was loaded, and what it says of the LEIs of a register. */
export type GleifFacts = {
  on: Day
  /** Whether a LEI that is not in it does not exist. */
  isWhole: boolean
  leis: ReadonlyMap<string, GleifLei>
}

/** Whether a LEI is renewed, was not renewed, or is no longer used. */
export type LeiUse = 'RENEWED' | 'NOT_RENEWED' | 'UNUSED'
/** A registration that is being transferred is in force. */
const uses: Readonly<Record<string, LeiUse>> = {
  ISSUED: 'RENEWED',
  PENDING_TRANSFER: 'RENEWED',
  PENDING_ARCHIVAL: 'RENEWED',
  LAPSED: 'NOT_RENEWED',
}
export const leiUseOf = ({ status }: Pick<GleifLei, 'status'>): LeiUse => uses[status] ?? 'UNUSED'
export const leiUseTexts: Readonly<Record<LeiUse, string>> = {
  RENEWED: 'su LEI está vigente',
  NOT_RENEWED: 'su LEI está caducado',
  UNUSED: 'su LEI ya no se usa',
}

const letters = (name: string) => foldForSearch(name).replace(/[^\p{L}\p{N}]/gu, '')

/** Whether two names are the same but for case, accents, blanks and punctuation: 'ACME, S. A.' is 'Acme SA'. */
export const isSameName = (a: string, b: string): boolean => letters(a) === letters(b)

/** The kinds of file: companies, their relationships, and why they report none. */
export const gleifKinds = ['LEI', 'PARENT', 'EXCEPTION'] as const
export type GleifKind = (typeof gleifKinds)[number]

/** The reasons of a company without a parent; by any other it has one, or leaves it open. */
const aboveAll = ['NO_KNOWN_PERSON', 'NATURAL_PERSONS']

/**
 * A kind of file: the columns that are read, and the stored row that their values make, in order;
 * null for a row that is not kept. Columns and values are those of GLEIF's golden copy: LEI-CDF 3.1, RR-CDF 2.1, Repex 2.1.
 */
export type GleifFile = {
  columns: readonly string[]
  row(values: readonly string[]): (string | null)[] | null
}

export const gleifFiles: Readonly<Record<GleifKind, GleifFile>> = {
  LEI: {
    columns: [
      'LEI',
      'Entity.LegalName',
      'Entity.LegalAddress.Country',
      'Entity.EntityStatus',
      'Registration.RegistrationStatus',
      'Registration.NextRenewalDate',
    ],
    row([lei = '', name = '', country = '', entity = '', registration = '', renewal = '']) {
      const day = renewal.slice(0, 10)
      const isInactive = entity === 'INACTIVE' && leiUseOf({ status: registration }) === 'RENEWED'
      return [lei, name, country || null, isInactive ? entity : registration, isDay(day) ? day : null]
    },
  },
  PARENT: {
    columns: [
      'Relationship.StartNode.NodeID',
      'Relationship.EndNode.NodeID',
      'Relationship.RelationshipType',
      'Relationship.RelationshipStatus',
    ],
    row([child = '', parent = '', type, status]) {
      return `${type} ${status}` === 'IS_ULTIMATELY_CONSOLIDATED_BY ACTIVE' && isLei(parent) ? [child, parent] : null
    },
  },
  EXCEPTION: {
    columns: ['LEI', 'Exception.Category', 'Exception.Reason.1'],
    row([lei = '', category, reason = '']) {
      return category === 'ULTIMATE_ACCOUNTING_CONSOLIDATION_PARENT' && aboveAll.includes(reason) ? [lei, lei] : null
    },
  },
}

/** Whether a text has the form of a LEI. GLEIF lists some whose check digits are wrong. */
export const isLei = (text: string): boolean => /^[A-Z0-9]{20}$/.test(text)

/** The kind of a file by the names of its columns; null for any other file. */
export const gleifKindOf = (header: readonly string[]): GleifKind | null =>
  gleifKinds.find(kind => gleifFiles[kind].columns.every(column => header.includes(column))) ?? null

/** The day on which a file was published, from the name that GLEIF gives it: '20261128-0800-gleif-goldencopy-lei2-golden-copy.csv'. */
export function publishedOn(name: string): Day | null {
  const [, year, month, day] = /(\d{4})(\d{2})(\d{2})-\d{4}-gleif/.exec(name) ?? []
  const found = `${year}-${month}-${day}`
  return isDay(found) ? found : null
}
