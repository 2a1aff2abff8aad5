import { expect, test } from 'vitest'
import { stepWords } from '#web/start/stepWords.ts'

const request = { validationId: 'r1', service: 'Destrucción confidencial', evaluator: 'Auditoría Somport' }
const rejected = { name: 'Doc. Excel asociado', reason: 'Falta Getafe.', decidedAt: '2026-11-19T10:00:00Z' }

test('ROUTE-09: the next step names the act, the reason and where it is done', () => {
  const words = stepWords({ kind: 'correctRequest', ...request, documents: [rejected], blocked: null })
  expect(words.title).toBe('Corrija «Doc. Excel asociado» de «Destrucción confidencial»')
  expect(words.text).toBe('El CCI rechazó «Doc. Excel asociado» el 19/11/2026: «Falta Getafe».')
  expect(words.action).toEqual({ label: 'Corregir y enviar', href: '/send-report/r1' })
})

test('a step that cannot be taken says why and offers another', () => {
  const words = stepWords({
    kind: 'renewRequest',
    ...request,
    expiredAt: '2026-09-02',
    blocked: 'evaluatorNotAccredited',
  })
  expect(words.text).toContain('La acreditación de este evaluador no está vigente. Elija otro evaluador.')
  expect(words.action?.href).toBe('/send-report')
})

test('several rejected documents are told one by one', () => {
  const words = stepWords({ kind: 'correctDocumentation', documents: [rejected, { ...rejected, name: 'Seguro' }] })
  expect(words.title).toBe('Corrija 2 documentos')
  expect(words.text).toMatch(/«Doc\. Excel asociado».*«Seguro»/)
  expect(words.action?.href).toBe('/own-documentation')
})

test('what only waits asks for nothing', () => {
  expect(stepWords({ kind: 'waitForRequest', ...request, sentAt: '2026-11-18T10:00:00Z' }).action).toBeNull()
  expect(stepWords({ kind: 'nothing' }).title).toBe('Está todo al día')
})
