import { expect, test } from 'vitest'
import { piecesOf } from '#web/notification/demo/mailPieces.ts'

const here = 'http://127.0.0.1:3000'

test('D7: the address of an invitation can be followed on the portal that is open', () => {
  const pieces = piecesOf('Entre en: http://localhost/auth/sign-in\nUsuario: ana@x.example', here)
  expect(pieces.map(({ words, href }) => [words, href])).toEqual([
    ['Entre en: ', null],
    ['http://localhost/auth/sign-in', `${here}/auth/sign-in`],
    ['\nUsuario: ana@x.example', null],
  ])
})

test('D21: the code of a recovery goes along, the full stop after an address does not', () => {
  const [piece, rest] = piecesOf('https://p.example/auth/reset-password?code=a-b_c.', here)
  expect(piece?.href).toBe(`${here}/auth/reset-password?code=a-b_c`)
  expect(rest?.words).toBe('.')
})

test('a text without addresses is one piece, and no other scheme is followed', () => {
  expect(piecesOf('javascript:alert(1) ftp://x', here)).toEqual([
    { at: 0, words: 'javascript:alert(1) ftp://x', href: null },
  ])
  expect(piecesOf('', here)).toEqual([])
})
