import { describe, expect, test } from 'vitest'
import { timelineLayout, timelineMonths, timelinePosition } from '#web/ui/rating/timeline-layout.ts'

const months = timelineMonths('2026-11-21')

describe('the rule of what lapses in twelve months', () => {
  test('starts in the month of today and names January with its year', () => {
    expect(months.map(month => month.label).slice(0, 4)).toEqual(['nov', 'dic', 'ene 2027', 'feb'])
    expect(months).toHaveLength(12)
    expect(months.at(-1)?.start).toBe('2027-10-01')
  })

  test('a day stands inside its month', () => {
    expect(timelinePosition('2026-11-01', months)).toBe(0)
    expect(timelinePosition('2026-12-01', months)).toBeCloseTo(1 / 12)
    expect(timelinePosition('2026-12-16', months)).toBeCloseTo(1.484 / 12, 2)
    expect(timelinePosition('2020-01-01', months)).toBe(0)
    expect(timelinePosition('2029-01-01', months)).toBe(1)
  })

  test('words that would cover each other stand at different heights, and turn at the right end', () => {
    const places = timelineLayout(['2026-12-14', '2027-01-31', '2027-10-09'], [0.25, 0.2, 0.2], months)
    expect(places.map(place => place.level)).toEqual([0, 1, 0])
    expect(places.map(place => place.flipped)).toEqual([false, false, true])
  })

  test('a pin never goes through words that stand lower', () => {
    // The third gets the highest free level, where its pin would cross the label of the second.
    const days = ['2026-12-01', '2027-01-15', '2027-03-20']
    const places = timelineLayout(days, [0.2, 0.25, 0.1], months)
    expect(places.map(place => place.level)).toEqual([0, 1, 2])
    // At the right end labels flip; pins hidden by them must not be the longer ones.
    const turned = timelineLayout(['2027-08-20', '2027-10-09'], [0.05, 0.3], months)
    expect(turned.map(place => [place.level, place.flipped])).toEqual([
      [1, false],
      [0, true],
    ])
  })
})
