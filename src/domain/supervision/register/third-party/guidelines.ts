import type { Day } from '#domain/values/day.ts'

/** The guidelines on third parties that supply no ICT service. */
export type Guidelines = 'EBA' | 'EBA_2026'

/**
 * The guidelines that apply on a day (REG-31).
 * @param guidelinesFrom the day from which the later ones apply; none while it is open
 */
export const guidelinesOn = (day: Day, [from]: readonly Day[]): Guidelines =>
  from !== undefined && from <= day ? 'EBA_2026' : 'EBA'

/**
 * What the guidelines ask the register to hold of each contract, in their order and with the paragraph: 'of' critical or important
 * functions alone; 'where' it applies, and so may stay empty.
 */
type Asked = { readonly name: string; readonly source: string; readonly of?: 'critical'; readonly where?: true }

/**
 * EBA/GL/2019/02, section 11, paragraphs 54 and 55. Paragraph 54.h is of cloud services, which are ICT services; the exit
 * plan is of section 15.
 */
const asked2019 = [
  { name: 'reference', source: '54.a' },
  { name: 'startsOn', source: '54.b' },
  { name: 'endsOn', source: '54.b', where: true },
  { name: 'noticeEntityDays', source: '54.b', where: true },
  { name: 'noticeProviderDays', source: '54.b', where: true },
  { name: 'outsourced', source: '54.c' },
  { name: 'data', source: '54.c' },
  { name: 'personalData', source: '54.c' },
  { name: 'category', source: '54.d' },
  { name: 'provider', source: '54.e' },
  { name: 'number', source: '54.e' },
  { name: 'lei', source: '54.e', where: true },
  { name: 'contact', source: '54.e' },
  { name: 'parent', source: '54.e', where: true },
  { name: 'serviceCountries', source: '54.f' },
  { name: 'dataCountries', source: '54.f', where: true },
  { name: 'isCritical', source: '54.g' },
  { name: 'criticalReason', source: '54.g' },
  { name: 'criticalityOn', source: '54.i' },
  { name: 'groupUsers', source: '55.a', of: 'critical', where: true },
  { name: 'isOfGroup', source: '55.b', of: 'critical' },
  { name: 'riskOn', source: '55.c', of: 'critical' },
  { name: 'riskResult', source: '55.c', of: 'critical' },
  { name: 'approvedBy', source: '55.d', of: 'critical' },
  { name: 'lawCountry', source: '55.e', of: 'critical' },
  { name: 'lastAuditOn', source: '55.f', of: 'critical', where: true },
  { name: 'nextAuditOn', source: '55.f', of: 'critical', where: true },
  { name: 'subcontractors', source: '55.g', of: 'critical', where: true },
  { name: 'ease', source: '55.h', of: 'critical' },
  { name: 'canReturn', source: '55.h', of: 'critical' },
  { name: 'cessation', source: '55.h', of: 'critical' },
  { name: 'otherProviders', source: '55.i', of: 'critical' },
  { name: 'isUrgent', source: '55.j', of: 'critical' },
  { name: 'annualCost', source: '55.k', of: 'critical' },
  { name: 'currency', source: '55.k', of: 'critical' },
  { name: 'hasExitPlan', source: 'sección 15', of: 'critical' },
] as const satisfies readonly Asked[]
export type AskedName = (typeof asked2019)[number]['name']

type Edition = {
  name: string
  asks: readonly (Asked & { name: AskedName })[]
  /** The guidelines that its columns are of. */
  asksOf: string
}
/** The columns of the later guidelines were not compared yet: until then they are those of the ones before. */
export const guidelineEditions: Readonly<Record<Guidelines, Edition>> = {
  EBA: { name: 'EBA/GL/2019/02', asks: asked2019, asksOf: 'EBA/GL/2019/02' },
  EBA_2026: { name: 'EBA/GL/2026/09', asks: asked2019, asksOf: 'EBA/GL/2019/02' },
}
