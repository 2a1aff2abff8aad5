import { askedControls } from '#domain/assessment/assessment.ts'
import { opinionLabels, type Standard, standardLabels, subserviceLabels } from '#domain/assessment/header.ts'
import { levelsByDomain, reachedLabel } from '#domain/assessment/levels.ts'
import type { ComparisonWire } from '#domain/assessment/wire.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { formatDay } from '#domain/values/day.ts'
import { evaluatedOf } from '#server/assessment/queries.ts'
import { comparisonOf } from '#server/assessment/read.ts'
import type { Gatherer, Gathering } from '#server/supervision/reliance/facts/gathering.ts'
import { factOf } from '#server/supervision/reliance/facts/gathering.ts'

/** The published evaluation behind the rating: its header, its levels, and what changed since the one before. */
export const evaluationFacts: Gatherer = async ({ db, actor, assessment }): Promise<Fact[]> => {
  const evaluated = assessment && (await evaluatedOf(db, assessment))
  const change = assessment && (await changeOf(db, actor, assessment.id))
  const asked = evaluated && new Set(askedControls(evaluated.controls, evaluated.target).map(({ key }) => key))
  const notAsked = evaluated?.controls.filter(({ key }) => !asked!.has(key)).map(({ key }) => key)
  const on = assessment?.reportDate ?? null
  const source: ['assessment', string] | null = assessment && ['assessment', assessment.id]
  const fact = (part: Fact['part'], key: string, label: string, value: string | null | undefined, at = on) =>
    factOf(part, key, label, value, { on: at, source })
  const standard = assessment?.standard ?? null
  return [
    fact('a', 'standard', 'Norma', standard && standardLabels[standard]),
    fact('b', 'scope', 'Alcance de la evaluación', assessment?.scope),
    fact('b', 'domains', 'Niveles por dominio (C/I/D)', evaluated && domainsText(evaluated)),
    fact('b', 'not-asked', 'Controles del marco no pedidos', notAsked && (notAsked.join(', ') || 'Ninguno')),
    fact('c', 'report-date', 'Fecha del informe', assessment?.reportDate && formatDay(assessment.reportDate), null),
    fact('c', 'period', 'Periodo evaluado', periodText(assessment), null),
    fact('d', 'scope-change', 'Cambio de alcance frente a la evaluación anterior', changeText(change)),
    fact('f', 'standard', 'Norma', standard && standardLabels[standard]),
    fact('f', 'type', 'Tipo de informe', standard && typeText(standard)),
    fact('f', 'opinion', 'Opinión', assessment?.opinion && opinionLabels[assessment.opinion]),
    fact('f', 'subservices', 'Subcontratistas', assessment?.subservices && subserviceLabels[assessment.subservices]),
    fact('f', 'user-controls', 'Controles que se esperan de la entidad', assessment?.userControls),
  ]
}

const domainsText = (evaluated: Parameters<typeof levelsByDomain>[0]) =>
  levelsByDomain(evaluated)
    .map(({ domain, levels: { C, I, D } }) => `${domain}: ${[C, I, D].map(reachedLabel).join('/')}`)
    .join('; ')

function periodText(assessment: Gathering['assessment']): string | null {
  if (!assessment?.periodFrom) return null
  const { periodFrom, periodTo } = assessment
  return periodTo ? `Del ${formatDay(periodFrom)} al ${formatDay(periodTo)}` : `El ${formatDay(periodFrom)}`
}

const types: Partial<Record<Standard, string>> = {
  ISAE_3402_I: 'Tipo I: diseño de los controles en una fecha, sin prueba de su eficacia operativa',
  SOC_2_I: 'Tipo I: diseño de los controles en una fecha, sin prueba de su eficacia operativa',
  ISAE_3402_II: 'Tipo II: eficacia operativa de los controles durante un periodo',
  SOC_2_II: 'Tipo II: eficacia operativa de los controles durante un periodo',
}
const typeText = (standard: Standard) => types[standard] ?? 'La norma no distingue tipo I y tipo II'

/** What changed since the evaluation before that the bank may read, 'none' where there is none before. */
async function changeOf(db: Gathering['db'], actor: Gathering['actor'], id: string): Promise<ComparisonWire | 'none'> {
  return comparisonOf(db, actor, id).catch((error: unknown) => {
    if (error instanceof DomainError && error.reason === 'notFound') return 'none'
    throw error
  })
}

function changeText(change: ComparisonWire | 'none' | null): string | null {
  if (change === null) return null
  if (change === 'none') return 'No hay una evaluación anterior'
  const { before, now, controls } = change
  const keysOf = (kind: (typeof controls)[number]['change']) =>
    controls.filter(each => each.change === kind).map(({ key }) => key)
  const [fresh, gone] = [keysOf('NEW'), keysOf('GONE')]
  const said = [
    before.scope === now.scope ? null : `El texto del alcance ha cambiado; antes: «${before.scope}»`,
    before.target === now.target ? null : `El nivel objetivo era ${before.target}`,
    fresh.length > 0 ? `Controles nuevos: ${fresh.join(', ')}` : null,
    gone.length > 0 ? `Controles que ya no se piden: ${gone.join(', ')}` : null,
  ].filter(each => each !== null)
  return said.length > 0 ? `${said.join('. ')}.` : 'El mismo alcance y los mismos controles'
}
