import { guidelinesOn } from '#domain/supervision/register/third-party/guidelines.ts'
import type { Day } from '#domain/values/day.ts'

/** The conditions on which a bank may lean on reports of others, in the order and with the letters of the law. */
export const conditions = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const
export type Condition = (typeof conditions)[number]

/** The parts of a file: the conditions, and that it does not lean on those reports alone over time. */
export const parts = [...conditions, 'plan'] as const
export type Part = (typeof parts)[number]

/** The rules that a file answers to. */
export const laws = ['DORA', 'EBA', 'EBA_2026'] as const
export type Law = (typeof laws)[number]

/** Where the rules say it: the conditions by their letters and the plan, or all of it in the rules as a whole. */
type Cited = { name: string; conditions: string; plan: string } | { name: string; whole: string }
/** What was signed keeps these names: one that changes is added. */
const cited: Record<Law, Cited> = {
  DORA: {
    name: 'Reglamento Delegado (UE) 2024/1773, artículo 8, apartados 2 y 3',
    conditions: 'art. 8.3',
    plan: 'art. 8.3',
  },
  EBA: {
    name: 'Directrices EBA/GL/2019/02 sobre externalización, apartados 91 a 93',
    conditions: 'apdo. 93',
    plan: 'apdo. 92',
  },
  EBA_2026: {
    name: 'Directrices EBA/GL/2026/09 sobre la buena gestión del riesgo de terceros',
    whole: 'EBA/GL/2026/09',
  },
}

/**
 * The rules for a service on a day: the guidelines that apply then for one that is no ICT service, otherwise the delegated
 * regulation, also where its type is not known (RELY-14, REG-31).
 * @param guidelinesFrom the day from which the later guidelines apply; none while it is open
 */
export const lawOf = (ictType: string | null, day: Day, guidelinesFrom: readonly Day[]): Law =>
  ictType === NO_ICT ? guidelinesOn(day, guidelinesFrom) : 'DORA'
/** The type of a service that is no ICT service. */
const NO_ICT = 'NONE'

/**
 * The ICT type of a service by what its bank's register and then its provider say: one ICT type is enough, 'NONE' holds
 * where no one says more.
 */
export const saidIctType = (said: readonly (string | null)[]): string | null =>
  said.find(type => type !== null && type !== NO_ICT) ?? said.find(type => type !== null) ?? null

/** The full name of the rules. */
export const lawName = (law: Law): string => cited[law].name

/** The rules of a name, as a signed file carries it. */
export const lawNamed = (name: string): Law | null => laws.find(law => lawName(law) === name) ?? null

/** Where the rules say it: 'art. 8.3.a'. */
export function citationOf(law: Law, part: Part): string {
  const found = cited[law]
  if ('whole' in found) return found.whole
  return part === 'plan' ? found.plan : `${found.conditions}.${part}`
}

type Wording = { title: string; text: string }
const wordings: Record<Part, Wording> = {
  a: {
    title: 'Plan de auditoría del proveedor',
    text: 'El plan de auditoría y de renovaciones del proveedor es suficiente para lo que se le ha contratado.',
  },
  b: {
    title: 'Alcance',
    text: 'El alcance abarca los sistemas y los controles clave de los que depende el servicio, y las normas que se le aplican.',
  },
  c: {
    title: 'Contenido y vigencia',
    text: 'La entidad ha evaluado a fondo el contenido de los informes y certificaciones, y no están obsoletos.',
  },
  d: {
    title: 'Versiones futuras',
    text: 'Los sistemas y controles clave se cubren también en las próximas versiones.',
  },
  e: {
    title: 'Aptitud de quien certifica o audita',
    text: 'Quien certifica o audita es apto: cualificación, independencia y rotación.',
  },
  f: {
    title: 'Normas y pruebas de eficacia',
    text: 'Se aplican normas profesionales ampliamente reconocidas, con una prueba de la eficacia operativa de los controles.',
  },
  g: {
    title: 'Derecho a pedir más alcance',
    text: 'El contrato permite pedir que el alcance se extienda a otros sistemas y controles.',
  },
  h: {
    title: 'Derecho a auditar',
    text: 'El contrato permite auditorías individuales y conjuntas cuando la entidad lo decida.',
  },
  plan: {
    title: 'No solo con informes ajenos',
    text: 'Con el tiempo, la entidad no se apoya únicamente en informes de otros.',
  },
}
export const conditionTitle = (part: Part): string => wordings[part].title
export const wordingOf = (part: Part): string => wordings[part].text

/** The conditions that rest on a clause of the bank's contract. */
const contractual: readonly Condition[] = ['g', 'h']
export const hasClause = (condition: Condition): boolean => contractual.includes(condition)
