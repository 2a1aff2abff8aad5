import { afterEach, expect, test } from 'vitest'
import { answerLabels, dimensionLabels } from '#domain/assessment/assessment.ts'
import { findingStatusLabels } from '#domain/assessment/finding/finding.ts'
import { illustrativeControls } from '#domain/assessment/framework/illustrative.ts'
import { reachedLabel } from '#domain/assessment/levels.ts'
import { documentStatusLabels } from '#domain/document/document.ts'
import { english } from '#domain/language/english.ts'
import { texts } from '#domain/language/texts.ts'
import { bindLanguage } from '#domain/language/translate.ts'
import { clarificationStatusLabels } from '#domain/validation/clarification/clarification.ts'
import { statusLabels } from '#domain/validation/validation.ts'

afterEach(() => bindLanguage(() => 'es', {}))

test('a table reads in the language of the moment', () => {
  const table = texts({ save: 'Guardar', left: (days: number) => `${days}` })
  expect(table.save).toBe('Guardar')
  bindLanguage(() => 'en', { Guardar: 'Save' })
  expect([table.save, table.left(2), Object.keys(table)]).toEqual(['Save', '2', ['save', 'left']])
})

test('EASE-18: states, levels and dimensions have fixed words in English, and a control those of its framework', () => {
  bindLanguage(() => 'en', english)
  expect({ ...statusLabels }).toEqual({
    ...{ QUALIFIED: 'Rated', PENDING: 'Pending', REJECTED: 'Rejected', LAPSED: 'Lapsed', EXPIRED: 'Expired' },
    ...{ ACCEPTED: 'Accepted', OPEN: 'Open', CLOSED: 'Closed' },
  })
  expect({ ...documentStatusLabels }).toEqual({
    ...{ PENDING: 'Pending', ACCEPTED: 'Accepted', REJECTED: 'Rejected', LAPSED: 'Lapsed' },
  })
  expect(Object.values(findingStatusLabels)).toEqual([
    ...['To be planned', 'Planned', 'Overdue', 'To be verified', 'Verified', 'Withdrawn'],
  ])
  expect(Object.values(clarificationStatusLabels)).toEqual(['To be answered', 'Answered', 'Closed'])
  expect(Object.values(dimensionLabels)).toEqual(['Confidentiality', 'Integrity', 'Availability'])
  expect(Object.values(answerLabels)).toEqual(['Yes', 'No', 'Not applicable'])
  expect([reachedLabel('A+'), reachedLabel('NONE')]).toEqual(['A+', 'Does not reach level D'])
  expect(illustrativeControls.filter(({ statement }) => english[statement] !== undefined)).toEqual([])
})
