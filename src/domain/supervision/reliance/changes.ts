import { type Condition, conditions, type Part, parts } from '#domain/supervision/reliance/conditions.ts'
import type { Fact } from '#domain/supervision/reliance/facts.ts'
import { factDate, factText } from '#domain/supervision/reliance/facts.ts'
import type { AuditPlan, ConditionAnswer, Written } from '#domain/supervision/reliance/file.ts'
import { conclusionLabels, conditionVerdictLabels } from '#domain/supervision/reliance/file.ts'
import { formatDay } from '#domain/values/day.ts'

/** What differs from the signed file before: a fact, or what the bank wrote. */
export type Change = { part: Part | 'conclusion'; kind: 'FACT' | 'ANSWER'; label: string; before: string; now: string }

type Compared = { facts: readonly Fact[]; written: Written }

/** What differs between a file and the signed one before it, in the order of the file (RELY-11). */
export function changesBetween(before: Compared, now: Compared): Change[] {
  return [...factChanges(before.facts, now.facts), ...writtenChanges(before.written, now.written)]
}

const shown = (fact: Fact | undefined) => (fact ? [factText(fact), factDate(fact)].filter(Boolean).join(', ') : '')

function factChanges(before: readonly Fact[], now: readonly Fact[]): Change[] {
  const byKey = (facts: readonly Fact[]) => new Map(facts.map(fact => [`${fact.part} ${fact.key}`, fact]))
  const [old, current] = [byKey(before), byKey(now)]
  const gone = [...old].filter(([key]) => !current.has(key))
  return [...current, ...gone]
    .toSorted(([, a], [, b]) => parts.indexOf(a.part) - parts.indexOf(b.part))
    .flatMap(([key, { part, label }]) => changeOf(part, 'FACT', label, shown(old.get(key)), shown(current.get(key))))
}

function writtenChanges(before: Written, now: Written): Change[] {
  return [
    ...conditions.flatMap(condition => answerChanges(condition, before.answers[condition], now.answers[condition])),
    ...changeOf('plan', 'ANSWER', 'Próxima auditoría', planText(before.plan), planText(now.plan)),
    ...changeOf('conclusion', 'ANSWER', 'Conclusión', conclusionText(before), conclusionText(now)),
    ...changeOf('conclusion', 'ANSWER', 'Medidas', before.measures, now.measures),
  ]
}

const answerChanges = (condition: Condition, before: ConditionAnswer, now: ConditionAnswer): Change[] => [
  ...changeOf(condition, 'ANSWER', 'Respuesta', verdictText(before), verdictText(now)),
  ...changeOf(condition, 'ANSWER', 'Explicación', before.text, now.text),
  ...changeOf(condition, 'ANSWER', 'Cláusula', before.clause, now.clause),
]

const changeOf = (part: Change['part'], kind: Change['kind'], label: string, before: string, now: string): Change[] =>
  before === now ? [] : [{ part, kind, label, before, now }]

const verdictText = ({ verdict }: ConditionAnswer) => (verdict ? conditionVerdictLabels[verdict] : '')
const conclusionText = ({ conclusion }: Written) => (conclusion ? conclusionLabels[conclusion] : '')
/** The ninth line in words: the date, and the reason where there is one. */
export const planText = ({ nextAuditOn, reason }: AuditPlan): string =>
  [nextAuditOn ? formatDay(nextAuditOn) : '', reason].filter(Boolean).join('. ')
