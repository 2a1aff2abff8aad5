import { expect, test } from 'vitest'
import type { Acceptance } from '#domain/supervision/acceptance/acceptance.ts'
import type { RatingInForce } from '#domain/supervision/use/level.ts'
import type { Situation, UseFacts } from '#domain/supervision/use/situation.ts'
import { situationLabels, situations, situationText, turnOf, useStanding } from '#domain/supervision/use/situation.ts'

const TODAY = '2026-11-21'
const rated = (rating: string, expiresOn = '2027-06-30'): RatingInForce => ({
  rating,
  expiresOn,
  scoredAt: '2026-06-30T10:00:00.000Z',
  validationId: rating,
})
const accepted = (more: Partial<Acceptance> = {}): Acceptance => ({
  status: 'ACTIVE',
  until: '2027-03-31',
  acceptedScore: 'A/A/B',
  requiredScore: 'A/A/A',
  ...more,
})
const use = (
  requiredScore: string | null,
  inForce: RatingInForce[] = [],
  acceptances: Acceptance[] = [],
): UseFacts => ({
  requiredScore,
  inForce,
  acceptances,
})

test.each<[string, UseFacts, Situation, string]>([
  ['no required level', use(null, [rated('A/A/A')]), 'NOT_SET', 'Sin exigencia'],
  ['no required level and no rating', use(null), 'NOT_SET', 'Sin exigencia'],
  ['a rating reaches it', use('A/A/A', [rated('A/A+/A')]), 'MET', 'Cumple'],
  ['one of two ratings reaches it', use('A/A/A', [rated('D/D/D'), rated('A/A/A')]), 'MET', 'Cumple'],
  ['two ratings reach it only together', use('A/A/A', [rated('A/A/B'), rated('B/A/A')]), 'BELOW', 'Por debajo en '],
  ['below in one', use('A/A/A', [rated('A/A/B')]), 'BELOW', 'Por debajo en Disponibilidad'],
  ['below in two', use('A/A/A', [rated('B/C/A')]), 'BELOW', 'Por debajo en Confidencialidad e Integridad'],
  ['no rating', use('D/D/D'), 'UNRATED', 'Sin calificación vigente'],
  ['a rating that lapses today', use('A/A/A', [rated('A/A/A', TODAY)]), 'MET', 'Cumple'],
  [
    'a rating that lapsed yesterday',
    use('A/A/A', [rated('A/A/A', '2026-11-20')]),
    'UNRATED',
    'Sin calificación vigente',
  ],
  ['accepted', use('A/A/A', [rated('A/A/B')], [accepted()]), 'ACCEPTED', 'Aceptado hasta el 31/03/2027'],
  [
    'accepted without a rating',
    use('A/A/A', [], [accepted({ acceptedScore: null })]),
    'ACCEPTED',
    'Aceptado hasta el 31/03/2027',
  ],
  ['met, although accepted', use('A/A/A', [rated('A/A/A')], [accepted()]), 'MET', 'Cumple'],
  [
    'accepted, until yesterday',
    use('A/A/A', [rated('A/A/B')], [accepted({ until: '2026-11-20' })]),
    'BELOW',
    'Por debajo en Disponibilidad',
  ],
  [
    'revoked',
    use('A/A/A', [rated('A/A/B')], [accepted({ status: 'REVOKED' })]),
    'BELOW',
    'Por debajo en Disponibilidad',
  ],
  ['outgrown by a lower rating', use('A/A/A', [rated('A/A/C')], [accepted()]), 'BELOW', 'Por debajo en Disponibilidad'],
  ['outgrown by the lapse of the rating', use('A/A/A', [], [accepted()]), 'UNRATED', 'Sin calificación vigente'],
])('LEVEL-08: %s', (_name, facts, situation, words) => {
  const standing = useStanding(facts, TODAY)
  expect(standing.situation).toBe(situation)
  expect(situationText(situation, standing)).toContain(words)
  expect(standing.acceptedUntil).toBe(situation === 'ACCEPTED' ? '2027-03-31' : null)
})

test('LEVEL-08: without a rating every level up to the required one is missing', () => {
  expect(useStanding(use('A/A/A'), TODAY).missing).toBe(12)
  expect(useStanding(use('A/A/A', [rated('A/B/C')]), TODAY).missing).toBe(3)
  expect(useStanding(use('A/A/A', [rated('A+/A/A')]), TODAY).missing).toBe(0)
})

test('LEVEL-16: the meaning of each change of situation for the bank', () => {
  const turns = situations.flatMap(before =>
    situations.flatMap(after => {
      const turn = turnOf(before, after)
      return turn ? [`${before} to ${after}: ${turn}`] : []
    }),
  )
  expect(turns.toSorted()).toEqual([
    'ACCEPTED to BELOW: broken',
    'ACCEPTED to MET: met',
    'ACCEPTED to UNRATED: broken',
    'BELOW to MET: met',
    'MET to BELOW: broken',
    'MET to UNRATED: broken',
    'UNRATED to MET: met',
  ])
  expect(situations.map(after => turnOf(null, after))).toEqual(situations.map(() => null))
  expect(Object.keys(situationLabels)).toEqual([...situations])
})
