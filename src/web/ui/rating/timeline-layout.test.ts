import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type TimelinePlace, timelineLayout, timelineMonths, timelinePosition } from '#web/ui/rating/timeline-layout.ts'

const months = timelineMonths('2026-11-21')

describe('the timeline of lapses in twelve months', () => {
  test('starts in the month of today and names January with its year', () => {
    expect(months.map(month => month.label).slice(0, 4)).toEqual(['nov', 'dic', 'ene 2027', 'feb'])
    expect(months).toHaveLength(12)
    expect(months.at(-1)?.start).toBe('2027-10-01')
  })

  test('a day lies inside its month', () => {
    expect(timelinePosition('2026-11-01', months)).toBe(0)
    expect(timelinePosition('2026-12-01', months)).toBeCloseTo(1 / 12)
    expect(timelinePosition('2026-12-16', months)).toBeCloseTo(1.484 / 12, 2)
    expect(timelinePosition('2020-01-01', months)).toBe(0)
    expect(timelinePosition('2029-01-01', months)).toBe(1)
  })

  test('labels that would overlap get different heights, and flip at the right end', () => {
    const places = timelineLayout(['2026-12-14', '2027-01-31', '2027-10-09'], [0.25, 0.2, 0.2], months)
    expect(places.map(place => place.level)).toEqual([0, 1, 0])
    expect(places.map(place => place.flipped)).toEqual([false, false, true])
  })

  test('no pin crosses a lower label', () => {
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

  test("a label turns to the other side when it and its neighbour would cover each other's pins", () => {
    const days = ['2026-12-18', '2027-01-24', '2027-06-03', '2027-07-28']
    const places = timelineLayout(days, [0.32, 0.2, 0.27, 0.27], months)
    expect(places.map(place => place.flipped)).toEqual([false, false, true, true])
    expect(crossings(places, [0.32, 0.2, 0.27, 0.27])).toEqual([])
  })

  test('whatever the days, no label lies on another; three short ones lie on no pin either', () => {
    const month = fc.integer({ min: 1, max: 10 }).map(each => String(each).padStart(2, '0'))
    const day = fc.tuple(month, fc.integer({ min: 10, max: 28 })).map(([each, date]) => `2027-${each}-${date}`)
    const labels = fc.array(fc.tuple(day, fc.double({ min: 0.05, max: 0.25, noNaN: true })), { maxLength: 8 })
    fc.assert(
      fc.property(labels, some => {
        const sorted = some.toSorted(([a], [b]) => a.localeCompare(b))
        const widths = sorted.map(([, width]) => width)
        const days = sorted.map(([date]) => date)
        expect(overlaps(timelineLayout(days, widths, months), widths)).toEqual([])
        expect(crossings(timelineLayout(days.slice(0, 3), widths, months), widths)).toEqual([])
      }),
    )
  })
})

const spansOf = (places: readonly TimelinePlace[], widths: readonly number[]) =>
  places.map(({ at, level, flipped }, index) => {
    const width = widths[index] ?? 0
    return { at, level, from: flipped ? at - width : at, to: flipped ? at : at + width }
  })
type Span = ReturnType<typeof spansOf>[number]

const pairs = (spans: readonly Span[], bad: (one: Span, other: Span) => boolean) =>
  spans.flatMap(one => spans.filter(other => one !== other && bad(one, other)).map(other => [one, other]))

/** The pairs of labels that lie on each other. */
const overlaps = (places: readonly TimelinePlace[], widths: readonly number[]) =>
  pairs(
    spansOf(places, widths),
    (one, other) => one.level === other.level && one.from < other.to && other.from < one.to,
  )

/** The labels that another's pin goes through. */
const crossings = (places: readonly TimelinePlace[], widths: readonly number[]) =>
  pairs(spansOf(places, widths), (one, other) => one.from < other.at && other.at < one.to && other.level <= one.level)
