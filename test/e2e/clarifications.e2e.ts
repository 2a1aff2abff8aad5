import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect } from 'vitest'
import { readValidation } from '#domain/validation/contract.ts'
import { ok } from '#test/support/answers.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { choose, openStage, pickFile, says } from '#test/support/browser.ts'
import { ask, threadsOf } from '#test/support/clarifications.ts'
import { documentsOf, freshRequest, ownDocumentation, pdf, reject } from '#test/support/documents.ts'
import type { Caller, TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { expectSound, expectSoundInDark } from '#test/support/states.ts'
import { steps } from '#test/support/steps.ts'

/* A question about what is under review, from who asks it to who decides. */

let portal: TestPortal
let stage: Stage
let cci: Visitor
let provider: Visitor
let cciCaller: Caller
let request: string
let documentation: string
let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clarifications-'))
  portal = await startTestPortal({ withWeb: true })
  const enter = (name: string) => portal.signIn(`${name}@almotacen.example`)
  cciCaller = await enter('cci')
  const owner = await enter('proveedor')
  request = await freshRequest(cciCaller, owner, await enter('somport'))
  documentation = (await ownDocumentation(await enter('hontanar'))).id
  const { name, content } = pdf('plano de Getafe')
  file = join(folder, name)
  await writeFile(file, content)
  stage = await openStage(portal)
  ;({ cci, proveedor: provider } = await stage.people(['cci', 'proveedor']))
}, 120_000)
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
  if (folder) await rm(folder, { recursive: true })
})

const step = steps()
const button = ({ page }: Visitor, name: string | RegExp) => page.getByRole('button', { name })
const dialog = ({ page }: Visitor) => page.getByRole('dialog')
const verification = async (id: string) => {
  const { genericEntityId, type } = await ok(cciCaller.call(readValidation, { params: { id } }))
  const screen = type === 'DOC_MIN' ? 'documentation-verification' : 'report-verification'
  return `/${screen}/${genericEntityId}-${id}-${type}`
}
const SUBJECT = 'Planta de Getafe'

step('DESK-05 ASK-08: CCI asks from the verification, which then waits for the answer', async () => {
  await cci.open(await verification(request))
  await button(cci, 'Pedir una aclaración').click()
  await dialog(cci).getByRole('heading', { name: 'Pedir una aclaración' }).waitFor()
  await button(cci, 'Pedir la aclaración').click()
  await dialog(cci).getByText('Escriba el asunto').waitFor()
  await choose(cci.page, dialog(cci).getByRole('combobox', { name: 'A quién se pregunta' }), 'Proveedor')
  await dialog(cci).getByRole('textbox', { name: 'Asunto' }).fill(SUBJECT)
  await dialog(cci).getByRole('textbox', { name: 'Pregunta' }).fill('¿La incluye el informe?')
  await expectSound(cci, 'asking')
  await button(cci, 'Pedir la aclaración').click()
  const pane = cci.page.getByRole('region', { name: 'ACLARACIONES' })
  await pane.getByText('Por contestar').waitFor()
  await says(cci, 'En pausa: espera una aclaración')
  await expectSound(cci, 'asked')
})

step('ASK-10: a question is among the steps of the asked user, and its unsent answer is kept', async () => {
  await provider.open('/')
  const now = provider.page.getByRole('region', { name: 'AHORA' })
  await now.getByRole('button', { name: /^Ver todo/ }).click()
  const next = now.getByRole('link', { name: `Responder: ${SUBJECT}` })
  await next.click()
  const answer = provider.page.getByRole('textbox', { name: 'Su respuesta' })
  await answer.fill('Sí, en la página 4')
  await provider.page.reload()
  await expect.poll(() => answer.inputValue()).toBe('Sí, en la página 4')
  await pickFile(provider.page, button(provider, /Elegir/).last(), file)
  await provider.page.getByRole('list', { name: 'Archivos por enviar' }).getByText('plano de Getafe.pdf').waitFor()
  await expectSound(provider, 'answering')
  await expectSoundInDark(provider)
  await button(provider, 'Responder la aclaración').click()
  await provider.page.getByRole('list', { name: 'Mensajes' }).getByText('Sí, en la página 4').waitFor()
  await expect.poll(() => answer.count()).toBe(0)
  await provider.open('/')
  await now.waitFor()
  await provider.quiet()
  expect(await next.count()).toBe(0)
})

step('ASK-08: rejecting a request with an open question asks first, and then closes it', async () => {
  const [first, last] = Object.values(await documentsOf(cciCaller, request))
  await ok(reject(cciCaller, first!))
  await cci.open(await verification(request))
  await cci.page
    .getByRole('button', { name: new RegExp(last!.documentCatalogName) })
    .first()
    .click()
  await cci.page.getByText('Abierto. Ya puede decidir.').waitFor()
  const decision = cci.page.getByRole('region', { name: 'Decisión' })
  await decision.getByRole('button', { name: /^Rechazar/ }).click()
  await decision.getByRole('textbox', { name: 'Motivo del rechazo' }).fill('No incluye Getafe')
  const confirm = decision.getByRole('button', { name: 'Confirmar rechazo' })
  await confirm.click()
  const question = cci.page.getByRole('alertdialog', { name: 'Hay una aclaración abierta: ¿decidir sin ella?' })
  await question.getByRole('button', { name: 'Cancelar' }).click()
  expect((await threadsOf(cciCaller, { validationId: request, open: 'true' })).length).toBe(1)
  await confirm.click()
  await question.getByRole('button', { name: 'Decidir sin ella' }).click()
  await says(cci, 'Solicitud rechazada')
  expect((await threadsOf(cciCaller, { validationId: request, open: 'true' })).length).toBe(0)
})

step('ASK-08 ASK-09: finishing a documentation closes its threads, which say so', async () => {
  for (const each of Object.values(await documentsOf(cciCaller, documentation))) {
    if (each.id) await ok(reject(cciCaller, each))
  }
  const { id } = await ok(ask(cciCaller, documentation))
  await cci.open(await verification(documentation))
  await button(cci, 'Finalizar').click()
  await button(cci, 'Decidir sin ella').click()
  await says(cci, /Documentación rechazada/)
  await cci.open(`/clarifications?row=${id}`)
  await says(cci, /Se cerró con la decisión del CCI sobre lo que preguntaba/)
  await expectSound(cci, 'closed')
})
