import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { dark, light } from '#server/platform/mail/letter/palette.ts'

test('mails have the colours of the portal, in light and in dark', () => {
  const css = readFileSync('src/web/ui/theme/tokens.css', 'utf8')
  const [bright = '', dim = ''] = css.split('@media not print')
  const colourIn = (part: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(part)?.[1]
  const read = (part: string) => Object.fromEntries(Object.keys(light).map(name => [name, colourIn(part, name)]))
  expect([light, dark]).toEqual([read(bright), read(dim)])
})
