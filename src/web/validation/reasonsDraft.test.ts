import { expect, test } from 'vitest'
import { eachInItsTab } from '#test/support/web/tab.ts'
import { keepDraft } from '#web/session/drafts.ts'
import { readReasonsDraft, reasonsDraftName } from '#web/validation/reasonsDraft.ts'

eachInItsTab()

test('DOC-07: restores unfinished reasons, each with its document, and ignores what is no text', () => {
  const name = reasonsDraftName('ana', 'v1')
  expect(readReasonsDraft(name)).toEqual({})
  keepDraft(name, { Escritura: 'Falta la hoja 3', CIF: 7 })
  expect(readReasonsDraft(name)).toEqual({ Escritura: 'Falta la hoja 3' })
  expect(readReasonsDraft(reasonsDraftName('luis', 'v1'))).toEqual({})
})
