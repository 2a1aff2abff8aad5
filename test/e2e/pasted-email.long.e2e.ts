import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { paths } from '#web/app/paths.ts'

/* Mail programs copy addresses with names: a field reduces them to the address. */

const COPIED = '"Ruiz Peña, Ana" <Ana.Ruiz@empresa.example>;'

let portal: TestPortal
let stage: Stage

beforeAll(async () => {
  portal = await startTestPortal({ withWeb: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

async function enter(key?: string): Promise<Visitor> {
  const visitor = await stage.visitor()
  await visitor.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  if (key) await visitor.signIn(`${key}@almotacen.example`)
  return visitor
}

/** The content of a field after all of it was replaced by a paste. */
async function pasted({ page }: Visitor, field: Locator, text: string): Promise<string> {
  await page.evaluate(copied => navigator.clipboard.writeText(copied), text)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.press('ControlOrMeta+V')
  return field.inputValue()
}

const textbox = ({ page }: Visitor, name: string) => page.getByRole('textbox', { name, exact: true })

test('an address copied with its owner’s name enters the invitation bare, and is invited', async () => {
  const cci = await enter('cci')
  await cci.open(paths.invitations())
  const field = textbox(cci, 'Correo electrónico')
  expect(await pasted(cci, field, 'Ana <ana@a.example>; Luis <luis@a.example>')).toContain('Luis')
  expect(await pasted(cci, field, COPIED)).toBe('ana.ruiz@empresa.example')
  await cci.page.getByRole('button', { name: 'Enviar invitación' }).click()
  await cci.page.getByRole('row', { name: /ana\.ruiz@empresa\.example/ }).waitFor()
})

test('pasting cleans the e-mail also for a new user, the own data and a forgotten password', async () => {
  const cci = await enter('cci')
  await cci.open('/user-management')
  await cci.page.getByRole('button', { name: 'Crear usuario' }).click()
  for (const name of ['Correo electrónico', 'Correo de facturación (opcional)']) {
    expect(await pasted(cci, textbox(cci, name), 'mailto:ana.ruiz@empresa.example')).toBe('ana.ruiz@empresa.example')
  }
  const provider = await enter('arcadio')
  await provider.open(paths.ownData())
  expect(await pasted(provider, textbox(provider, 'Correo para incidencias'), COPIED)).toBe('ana.ruiz@empresa.example')
  const stranger = await enter()
  await stranger.open('/auth/sign-in')
  await stranger.page.getByRole('button', { name: 'Recuperar contraseña' }).click()
  const field = stranger.page.getByRole('dialog').getByRole('textbox', { name: 'Correo electrónico' })
  expect(await pasted(stranger, field, COPIED)).toBe('ana.ruiz@empresa.example')
})
