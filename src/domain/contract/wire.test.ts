import { describe, expect, test } from 'vitest'
import { text } from '#domain/contract/wire.ts'

const wrong = (value: string) => text(20).safeParse(value).error?.issues[0]?.message ?? null

describe('a text field', () => {
  test.each([...'\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069'])(
    'does not take %j, which turns the writing',
    sign => {
      expect(wrong(`Pago ${sign}50 €`)).toBe(
        'Contiene caracteres que no se ven y cambian el sentido de la escritura: bórrelos o escriba el texto de nuevo',
      )
    },
  )

  test.each(['a\u0000b', 'a\u0007', '\ud800'])('does not take %j', value => {
    expect(wrong(value)).toBe('Contiene caracteres que no se pueden guardar: bórrelos o escriba el texto de nuevo')
  })

  test.each(['नमस्\u200dते', 'می\u200cخواهم', '👩\u200d💻', 'año', 'שלום'])('takes %j as it is', value => {
    expect(text(20).parse(value)).toBe(value)
  })

  test.each(['', ' ', '\u200b', '\u2060 \ufeff', '\u200d\u200c', '\u00ad', '\u3164'])(
    'FORM-22: reads %j, which is invisible, as empty',
    value => {
      expect(text(20).parse(value)).toBe('')
    },
  )
})
