import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* WCAG 2.2 AA: the contrast of each pair of an ink and a ground that screens may use, in light and in dark. */

const css = readFileSync(join(import.meta.dirname, '../src/web/ui/theme/tokens.css'), 'utf8')
const coloursOf = (text: string) =>
  Object.fromEntries(
    [...text.matchAll(/--([\w-]+):\s*(#[0-9a-f]{6})\b/gi)].map(([, name = '', colour = '']) => [name, colour]),
  )
/** The rules whose selector names the scheme. */
const schemeOf = (name: 'light' | 'dark') =>
  [...css.matchAll(/([^{}]+)\{([^{}]*)\}/g)]
    .filter(([, selector = '']) => selector.includes(`data-mantine-color-scheme="${name}"`))
    .map(([, , rules = '']) => rules)
    .join('\n')

function luminance(colour: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
    .map(part => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: string, other: string): number {
  const [dark = 0, light = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

const STATES = ['qualified', 'accepted', 'pending', 'rejected', 'lapsed', 'expired', 'open', 'closed']
const GROUNDS = ['paper', 'surface', 'sunk', 'tint']
const pairs: [ink: string, ground: string, least: number][] = [
  ...GROUNDS.flatMap(ground => [
    ...['ink', 'ink-2', 'ink-3', 'link', 'danger'].map((ink): [string, string, number] => [ink, ground, 4.5]),
    ...['edge', 'focus', 'accent'].map((mark): [string, string, number] => [mark, ground, 3]),
    ...STATES.flatMap((state): [string, string, number][] => [
      [`${state}-ink`, ground, 4.5],
      [`${state}-mark`, ground, 3],
    ]),
  ]),
  ...STATES.flatMap((state): [string, string, number][] => [
    [`${state}-ink`, `${state}-bg`, 4.5],
    [`${state}-mark`, `${state}-bg`, 3],
  ]),
  ...['accent', 'accent-hover'].map((ground): [string, string, number] => ['on-accent', ground, 4.5]),
  ...['danger', 'danger-hover'].map((ground): [string, string, number] => ['on-danger', ground, 4.5]),
  ...[1, 2, 3, 4, 5].map((level): [string, string, number] => [`lv-${level}-ink`, `lv-${level}-bg`, 4.5]),
]

test.each(['light', 'dark'] as const)('BASE-14: every ink is readable on every ground, in %s', scheme => {
  const colours = { ...coloursOf(schemeOf('light')), ...coloursOf(schemeOf(scheme)) }
  const faint = pairs.flatMap(([ink, ground, least]) => {
    const [one, other] = [colours[ink], colours[ground]]
    if (!one || !other) return [`${one ? ground : ink} is missing`]
    const ratio = contrast(one, other)
    return ratio >= least ? [] : [`${ink} on ${ground}: ${ratio.toFixed(2)} < ${least}`]
  })
  expect(faint).toEqual([])
})
