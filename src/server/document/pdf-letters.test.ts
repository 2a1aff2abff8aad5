import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sansLetters, writable } from '#server/document/pdf-letters.ts'

test.each([
  ['Łukasz Żółć', 'Łukasz Żółć'],
  ['Dvořák Šťastný', 'Dvořák Šťastný'],
  ['Ștefan Țurcanu', 'Ștefan Țurcanu'],
  ['Ωμέγα Τράπεζα', 'Ωμέγα Τράπεζα'],
  ['Анна Ґалаґан', 'Анна Ґалаґан'],
  ['Nguyễn Thị', 'Nguyễn Thị'],
  ['e\u0301 combinado', 'é combinado'],
  ['Ａncho', 'Ancho'],
  ['中国 🎉', '□□ □'],
  ['una\tlínea\u0000', 'una línea '],
  ['\u202eoculto\u200b', 'oculto'],
])('papers write %j as %j', async (name, written) => expect(writable(name, await sansLetters())).toBe(written))

test('no text makes a paper fail', async () => {
  const letters = await sansLetters()
  const points = fc.array(fc.integer({ min: 0, max: 0x10ffff }), { maxLength: 30 })
  fc.assert(
    fc.property(points, codes => {
      for (const sign of writable(String.fromCodePoint(...codes), letters)) {
        expect(sign === '\n' || letters.has(sign.codePointAt(0)!), sign).toBe(true)
      }
    }),
  )
})
