import { z } from 'zod'
import { criticalProvidersSchema, criticalProviderText } from '#domain/catalogue/centre-rules/critical-providers.ts'
import { type FieldValues, labelsOf, yesNo } from '#domain/conflict/conflict.ts'
import { msg } from '#domain/language/translate.ts'
import { type Day, formatDay, isDay } from '#domain/values/day.ts'

const days = (max: number) => z.number().int().min(0).max(max)

/** Holidays of several years, those of the place included. */
const HOLIDAYS_MAX = 150

/**
 * The values that each rule admits. The steps of `noticeDays` are kept once each, the longest first; holidays once each,
 * in order. `targetDays`: for a documentation, a report and an incident. `guidelinesFrom`: no day while it is open.
 * `registerFiling`: the day of this year, or none.
 */
export const centreRulesSchema = z.object({
  requireAssessment: z.boolean(),
  requireIndependence: z.boolean(),
  separateVerifier: z.boolean(),
  publicVerification: z.boolean(),
  earlyRenewalDays: days(180),
  noticeDays: z
    .array(days(365))
    .max(8)
    .overwrite(steps => [...new Set(steps)].toSorted((a, b) => b - a)),
  acceptanceMonths: z.number().int().min(1).max(60),
  targetDays: z.array(z.number().int().min(1).max(60)).length(3),
  holidays: z
    .array(z.string().refine(isDay, msg('Fecha no válida')))
    .max(HOLIDAYS_MAX)
    .overwrite(listed => [...new Set(listed)].sort()),
  materialChangeDays: days(365),
  rotationCount: z.number().int().min(2).max(100),
  guidelinesFrom: z.array(z.string().refine(isDay, msg('Fecha no válida'))).max(1),
  registerFiling: z.array(z.string().refine(isDay, msg('Fecha no válida'))).max(1),
  criticalProviders: criticalProvidersSchema,
})
export type CentreRules = z.output<typeof centreRulesSchema>
export type CentreRule = keyof CentreRules

/** The rules until the centre changes them. With these, everything works as the specification says. */
export const initialRules: CentreRules = {
  requireAssessment: false,
  requireIndependence: false,
  separateVerifier: false,
  publicVerification: false,
  earlyRenewalDays: 90,
  noticeDays: [90, 60, 30, 7, 0],
  acceptanceMonths: 12,
  targetDays: [5, 10, 2],
  holidays: [],
  materialChangeDays: 30,
  rotationCount: 5,
  guidelinesFrom: [],
  registerFiling: [],
  criticalProviders: [],
}

/** The name of each rule on CCI's screen, and what it does in one sentence. */
export const ruleWords: Readonly<Record<CentreRule, { name: string; does: string }>> = {
  requireAssessment: {
    name: 'Evaluación obligatoria',
    does: 'Solo se publica una calificación con una evaluación confirmada.',
  },
  requireIndependence: {
    name: 'Declaración de independencia obligatoria',
    does: 'Solo se publica una calificación con la declaración de independencia de su evaluador.',
  },
  separateVerifier: {
    name: 'Verificador y calificador distintos',
    does: 'Quien acepta un documento de una solicitud no publica su calificación.',
  },
  publicVerification: {
    name: 'Comprobación pública de certificados',
    does: 'Quien tiene el código de un certificado de calificación lo comprueba sin entrar en el portal.',
  },
  earlyRenewalDays: {
    name: 'Renovación anticipada',
    does: 'Días antes de la caducidad desde los que se puede renovar una calificación.',
  },
  noticeDays: {
    name: 'Avisos de caducidad',
    does: 'Días antes de la caducidad en los que se avisa de ella.',
  },
  acceptanceMonths: {
    name: 'Aceptación del riesgo',
    does: 'Meses por los que una entidad puede aceptar, como máximo, un nivel menor que el que exige.',
  },
  targetDays: {
    name: 'Plazos de verificación',
    does: 'Días laborables en los que el CCI quiere haber decidido una documentación, un informe y una incidencia.',
  },
  holidays: {
    name: 'Días festivos',
    does: 'Días que, además de los sábados y domingos, no cuentan como laborables.',
  },
  materialChangeDays: {
    name: 'Cambios de subcontratación',
    does: 'Días antes de un cambio importante de subcontratistas en los que se comunica.',
  },
  rotationCount: {
    name: 'Calificaciones seguidas de un evaluador',
    does: 'Desde cuántas calificaciones seguidas de un mismo evaluador a un proveedor y servicio se avisa al CCI.',
  },
  guidelinesFrom: {
    name: 'Directrices sobre terceros sin servicios de TIC',
    does: 'Día desde el que se aplican las directrices EBA/GL/2026/09: desde entonces las citan lo que se firma y el Excel de terceros sin servicios de TIC, en lugar de EBA/GL/2019/02.',
  },
  registerFiling: {
    name: 'Presentación del registro de información',
    does: 'Hasta qué día de este año se presenta el registro de contratos de TIC. Una entidad puede escribir otro en el suyo.',
  },
  criticalProviders: {
    name: 'Proveedores terceros esenciales',
    does: 'Los que las autoridades europeas han designado (artículo 31 del Reglamento (UE) 2022/2554). El registro de cada entidad dice qué servicios son de uno.',
  },
}

/** Every rule, in the order of the screen. */
export const centreRules = Object.keys(ruleWords) as CentreRule[]

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`
const ruleTexts: { readonly [R in CentreRule]: (value: CentreRules[R]) => string } = {
  requireAssessment: yesNo,
  requireIndependence: yesNo,
  separateVerifier: yesNo,
  publicVerification: yesNo,
  earlyRenewalDays: value => counted(value, 'día', 'días'),
  noticeDays: stepsText,
  acceptanceMonths: value => counted(value, 'mes', 'meses'),
  targetDays: ([documentation, report, incident]) =>
    `Documentación, ${documentation}; informe, ${report}; incidencia, ${incident}`,
  holidays: listed => listed.map((day: Day) => formatDay(day)).join(', ') || 'Ninguno',
  materialChangeDays: value => counted(value, 'día', 'días'),
  rotationCount: value => `${value} seguidas`,
  guidelinesFrom: oneDay,
  registerFiling: oneDay,
  criticalProviders: listed => listed.map(criticalProviderText).join('; ') || 'Ninguno',
}

function oneDay([day]: readonly Day[]): string {
  return day === undefined ? 'Sin fecha todavía' : formatDay(day)
}

/** The steps of the ladder in words: '30 y 7 días antes y el mismo día'. */
function stepsText(steps: readonly number[]): string {
  const before = steps.filter(step => step > 0)
  const last = before.at(-1)
  if (last === undefined) return steps.length > 0 ? 'El mismo día' : 'Sin avisos previos'
  const listed = before.length > 1 ? `${before.slice(0, -1).join(', ')} y ${last}` : `${last}`
  const unit = before.length === 1 && last === 1 ? 'día' : 'días'
  return `${listed} ${unit} antes${steps.includes(0) ? ' y el mismo día' : ''}`
}

/** The value of a rule as CCI reads it. */
export const ruleText = <R extends CentreRule>(rule: R, value: CentreRules[R]): string => ruleTexts[rule](value)

/** The rules in words, for conflicts and the audit log. */
export const ruleFacts = (rules: Partial<CentreRules>): FieldValues =>
  Object.fromEntries(
    centreRules.flatMap(rule => (rules[rule] === undefined ? [] : [[rule, ruleText(rule, rules[rule])]])),
  )
export const ruleLabels = labelsOf(Object.fromEntries(centreRules.map(rule => [rule, ruleWords[rule].name])))

/** The rules that a change would give another value. */
export function changedRules(before: CentreRules, sent: Partial<CentreRules>): Partial<CentreRules> {
  const changed = Object.entries(sent).filter(
    ([rule, value]) => JSON.stringify(value) !== JSON.stringify(before[rule as CentreRule]),
  )
  return Object.fromEntries(changed)
}

/** The rules that protect a publication. */
const protections: readonly CentreRule[] = ['requireAssessment', 'requireIndependence', 'separateVerifier']

/** The protections that a change turns off, which needs two people where CCI asks for them (decision 018). */
export const protectionsDropped = (changed: Partial<CentreRules>): CentreRule[] =>
  protections.filter(rule => changed[rule] === false)
