import type { TableCode } from '#domain/supervision/register/edition/edition.ts'
import type { Place } from '#domain/supervision/register/facts.ts'

/** The field of a form that fills a column, where a person can write it. */
const fields: Partial<Record<TableCode, Readonly<Record<string, string>>>> = {
  'B_01.01': { c0010: 'lei', c0030: 'country', c0040: 'type', c0050: 'authority' },
  'B_01.02': {
    c0010: 'lei',
    c0030: 'country',
    c0040: 'type',
    c0050: 'hierarchy',
    c0060: 'parentLei',
    c0100: 'currency',
    c0110: 'totalAssets',
  },
  'B_01.03': { c0010: 'code', c0020: 'parentLei', c0030: 'name', c0040: 'country' },
  'B_02.01': { c0010: 'reference', c0020: 'type', c0030: 'overarchingId', c0040: 'currency', c0050: 'annualCost' },
  'B_02.03': { c0010: 'insideId' },
  'B_02.02': {
    c0050: 'functionId',
    c0060: 'ictType',
    c0070: 'startsOn',
    c0080: 'endsOn',
    c0090: 'endReason',
    c0100: 'noticeEntityDays',
    c0110: 'noticeProviderDays',
    c0120: 'lawCountry',
    c0130: 'provisionCountries',
    c0140: 'holdsData',
    c0150: 'storageCountries',
    c0160: 'processingCountries',
    c0170: 'sensitivity',
    c0180: 'reliance',
  },
  'B_03.01': { c0020: 'signers' },
  'B_04.01': { c0020: 'users', c0040: 'users' },
  'B_05.01': {
    c0010: 'lei',
    c0030: 'euid',
    c0050: 'name',
    c0060: 'latinName',
    c0070: 'personType',
    c0080: 'country',
    c0110: 'parent',
  },
  'B_05.02': { c0020: 'ictType', c0030: 'company' },
  'B_06.01': {
    c0010: 'code',
    c0020: 'activity',
    c0030: 'name',
    c0040: 'memberId',
    c0050: 'critical',
    c0060: 'reason',
    c0070: 'assessedOn',
    c0080: 'rtoHours',
    c0090: 'rpoHours',
    c0100: 'impact',
  },
  'B_07.01': {
    c0040: 'ictType',
    c0050: 'substitutability',
    c0060: 'noSubstituteReason',
    c0070: 'ownAuditOn',
    c0080: 'exitPlan',
    c0090: 'reintegration',
    c0100: 'impact',
    c0110: 'alternatives',
    c0120: 'alternativeNames',
  },
}

/** The field of what the bank writes of its parent: a row of its own in B_01.02. */
const ofParent: Readonly<Record<string, string>> = {
  c0010: 'parentLei',
  c0020: 'parentName',
  c0030: 'parentCountry',
  c0040: 'parentType',
  c0050: 'parentHierarchy',
}

/** The field of what the bank writes of an entity of its group; a branch has those of its own table. */
const ofMember: Readonly<Record<string, string>> = {
  ...fields['B_01.02'],
  c0020: 'name',
  c0080: 'joinedOn',
  c0090: 'leftOn',
}

/** The name of that field; null for what the portal computes. */
export const fieldOf = (table: TableCode, column: string, { kind }: Pick<Place, 'kind'>): string | null =>
  (kind === 'parent'
    ? ofParent[column]
    : kind === 'member' && table === 'B_01.02'
      ? ofMember[column]
      : fields[table]?.[column]) ?? null
