import type { CodeType, PersonType } from '#domain/participant/company/company.ts'
import { companyCodeOf } from '#domain/participant/company/company.ts'
import type { CompanyFacts } from '#domain/supervision/register/facts.ts'

/** A company's code, and its kind in the list of the edition. */
export type CompanyCode = { code: string; kind: string }

const kinds = { LEI: 'qx2000', NIN: 'qx2001', EUID: 'qx2002', CRN: 'qx2003', VAT: 'qx2004', PNR: 'qx2005' } as const

/** The type of a kind of code; null for any other text. */
export const typeOfKind = (kind: string): CodeType | null =>
  (Object.entries(kinds).find(([, each]) => each === kind)?.[0] as CodeType | undefined) ?? null

/** The types of person in the list of the edition. */
export const personKinds = { LEGAL: 'x212', INDIVIDUAL: 'x213' } as const
export const personTypeOf = (kind: string): PersonType | null =>
  (Object.entries(personKinds).find(([, each]) => each === kind)?.[0] as PersonType | undefined) ?? null

type Identity = Pick<CompanyFacts, 'lei' | 'euid' | 'otherCode' | 'otherCodeType' | 'personType' | 'country'>

/** The code of a company; of a legal person without LEI and EUID its national number (REG-03). Null when it has none. */
export function companyCode(company: Identity): CompanyCode | null {
  const found = companyCodeOf(company)
  if (found) return { code: found.code, kind: kinds[found.type] }
  const { otherCode, otherCodeType } = company
  return otherCode && otherCodeType ? { code: otherCode, kind: kinds[otherCodeType] } : null
}

/** The EUID of a company whose code is its LEI; else the other code that a bank wrote of one outside. */
export function secondCode(company: Identity & Pick<CompanyFacts, 'keptBy' | 'isGone'>): CompanyCode | null {
  const { lei, euid, otherCode, otherCodeType, keptBy, isGone } = company
  if (lei && euid) return { code: euid, kind: kinds.EUID }
  const isOwn = keptBy === 'BANK' && !isGone
  return isOwn && (lei || euid) && otherCode && otherCodeType ? { code: otherCode, kind: kinds[otherCodeType] } : null
}

/** The company at the top of a company's parents; itself without one. A circle ends where it closes. */
export function ultimateParentOf(company: CompanyFacts, companies: ReadonlyMap<string, CompanyFacts>): CompanyFacts {
  const seen = new Set([company.id])
  let top = company
  for (;;) {
    const parent = top.parentId === null ? undefined : companies.get(top.parentId)
    if (!parent || seen.has(parent.id)) return top
    seen.add(parent.id)
    top = parent
  }
}
