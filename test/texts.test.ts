import { expect, test } from 'vitest'
import { english } from '#domain/language/english.ts'
import { markedIn, markedTexts } from '#test/support/texts.ts'

const marked = markedTexts()
const placeholders = (text: string) => (text.match(/\{\w+\}/g) ?? []).toSorted()

test('EASE-16: every text that is marked for translation has its English', () => {
  expect(marked.texts.length).toBeGreaterThan(200)
  expect(marked.texts.filter(({ key }) => english[key] === undefined)).toEqual([])
  expect(marked.unreadable).toEqual([])
})

test('EASE-16: a translation has the parameters of its text, and none is empty', () => {
  const odd = Object.entries(english).filter(
    ([key, text]) => text.trim() === '' || placeholders(key).join() !== [...new Set(placeholders(text))].join(),
  )
  expect(odd).toEqual([])
})

test('EASE-16: no translation is left of a text that is gone', () => {
  const used = new Set(marked.texts.map(({ key }) => key))
  expect(Object.keys(english).filter(key => !used.has(key))).toEqual([])
})

test('the texts of calls, templates and tables are found', () => {
  const source =
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the source of a program
    "t('A'); t`B ${x} C ${y}`; msg('D'); texts({ e: 'E', f: (n: number) => t`F ${n}` }); t(constant); msg(constant)"
  const { texts, unreadable } = markedIn('a.ts', source)
  expect(texts.map(({ key }) => key).toSorted()).toEqual(['A', 'B {0} C {1}', 'D', 'E', 'F {0}'])
  expect(unreadable).toEqual(['a.ts:1'])
})
