import type { TableCode } from '#domain/supervision/register/edition/edition.ts'
import type { Place } from '#domain/supervision/register/facts.ts'
import { NEVER } from '#domain/supervision/register/facts.ts'
import type { Breach, Checked, Rule } from '#domain/supervision/register/lint/rule.ts'
import { lineText } from '#domain/supervision/register/lint/rule.ts'
import type { Day } from '#domain/values/day.ts'
import { formatDay } from '#domain/values/day.ts'

type Written = Omit<Breach, 'sentence'> & { table: TableCode; column: string; text: string }

/** The names and codes that persons write, each where it is written: other tables repeat them. */
function namesOf({ facts, named }: Checked): Written[] {
  const { entity, members, arrangements, functions } = facts
  const own = (place: Place, row: string, table: TableCode, column: string, text: string | null): Written[] =>
    text ? [{ table, column, row, place, owner: 'BANK', text }] : []
  return [
    ...own({ kind: 'entity', id: entity.id }, entity.name, 'B_01.01', 'c0020', entity.name),
    ...own({ kind: 'parent', id: entity.id }, entity.parentName, 'B_01.02', 'c0020', entity.parentName),
    ...members.flatMap(({ id, kind, name, code }) => {
      const place = { kind: 'member', id } as const
      if (kind === 'MEMBER') return own(place, name, 'B_01.02', 'c0020', name)
      return [...own(place, name, 'B_01.03', 'c0010', code), ...own(place, name, 'B_01.03', 'c0030', name)]
    }),
    ...arrangements.flatMap(({ id, reference }) =>
      own({ kind: 'arrangement', id }, reference, 'B_02.01', 'c0010', reference),
    ),
    ...functions.flatMap(({ id, code, name }) => [
      ...own({ kind: 'function', id }, code, 'B_06.01', 'c0010', code),
      ...own({ kind: 'function', id }, `${code} · ${name}`, 'B_06.01', 'c0030', name),
    ]),
    ...named.flatMap(({ id, name, latinName, lei, euid, otherCode, keptBy }) => {
      const place = { kind: 'company', id } as const
      const texts = { c0010: lei ?? euid ?? otherCode, c0030: lei && euid, c0050: name, c0060: latinName }
      return Object.entries(texts).flatMap(([column, text]) =>
        text ? { table: 'B_05.01' as const, column, row: name, place, owner: keptBy, text } : [],
      )
    }),
  ]
}

const ofNames =
  (faultOf: (text: string) => string | null) =>
  (checked: Checked): Breach[] =>
    namesOf(checked).flatMap(({ text, ...about }) => {
      const sentence = faultOf(text)
      return sentence === null ? [] : { ...about, sentence }
    })

const odd: readonly [RegExp, string][] = [
  [/[\r\n\u2028\u2029]/, 'un salto de línea'],
  [/\t/, 'un tabulador'],
  [/[\u00a0\u2007\u202f]/, 'un espacio que no se parte'],
  [/[\u00ad\u180e\u200b-\u200f\u2060\ufeff]/, 'un carácter que no se ve'],
]

function oddCharacter(text: string): string | null {
  const found = odd.find(([pattern]) => pattern.test(text))
  return found ? `«${text.trim()}» tiene ${found[1]}: escríbalo de nuevo sin él.` : null
}

/** What people write for want of a name or code. */
const PLACEHOLDER =
  /^(?:[-–—._?]+|x{2,}|n\/?[ad]|n\.\s?a\.?|t\.?b\.?[acd]\.?|none|null|unknown|not applicable|no aplica|no disponible|sin (?:nombre|código|definir)|por (?:definir|determinar|confirmar)|pendiente|desconocid[oa]|s\/n)$/i

/** Between these days the authority takes a date. */
const [FIRST, LAST]: [Day, Day] = ['1950-01-01', '2999-12-31']

function strangeDays({ facts, index }: Checked): Breach[] {
  const days: (Omit<Breach, 'sentence'> & { day: Day | null })[] = [
    ...facts.arrangements.flatMap(({ id, reference, startsOn, endsOn }) => {
      const about = { row: reference, place: { kind: 'arrangement', id }, owner: 'BANK' } as const
      return [
        { ...about, column: 'c0070', day: startsOn },
        { ...about, column: 'c0080', day: endsOn },
      ]
    }),
    ...facts.members.flatMap(({ id, name, joinedOn, leftOn }) => {
      const about = { table: 'B_01.02', row: name, place: { kind: 'member', id }, owner: 'BANK' } as const
      return [
        { ...about, column: 'c0080', day: joinedOn },
        { ...about, column: 'c0090', day: leftOn },
      ]
    }),
    ...facts.functions.map(({ id, code, name, assessedOn: day }) => ({
      table: 'B_06.01' as const,
      column: 'c0070',
      row: `${code} · ${name}`,
      place: { kind: 'function' as const, id },
      owner: 'BANK' as const,
      day,
    })),
    ...facts.lines.map(line => ({
      table: 'B_07.01' as const,
      column: 'c0070',
      row: lineText(line, index),
      place: { kind: 'line' as const, id: line.id },
      owner: 'BANK' as const,
      day: line.ownAuditOn,
    })),
  ]
  return days.flatMap(({ day, ...about }) =>
    day === null || day === NEVER || (day >= FIRST && day <= LAST)
      ? []
      : { ...about, sentence: `${formatDay(day)} no es una fecha que la autoridad admita.` },
  )
}

/** Rules about names, codes and dates, whatever they are of (REG-14). */
export const valueRules: readonly Rule[] = [
  {
    id: 'R81',
    severity: 'ERROR',
    table: 'B_02.01',
    column: 'c0010',
    holds: 'Ningún nombre ni código tiene saltos de línea, tabuladores ni caracteres que no se ven',
    check: ofNames(oddCharacter),
  },
  {
    id: 'R82',
    severity: 'ERROR',
    table: 'B_02.01',
    column: 'c0010',
    holds: 'Ningún nombre ni código está puesto por poner',
    check: ofNames(text => (PLACEHOLDER.test(text.trim()) ? `«${text.trim()}» no es un nombre ni un código.` : null)),
  },
  {
    id: 'R83',
    severity: 'ERROR',
    table: 'B_02.02',
    column: 'c0070',
    holds: `Cada fecha está entre ${formatDay(FIRST)} y ${formatDay(LAST)}`,
    check: strangeDays,
  },
]
