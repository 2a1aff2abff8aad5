import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { requestPassword, resetPassword } from '#domain/identity/session/contract.ts'
import { patchUser } from '#domain/identity/user/contract.ts'
import { isBreached } from '#server/platform/secrets/breached.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'

let folder: string
const names = ['Password', 'Qwerty', 'Madrid', 'Verano', 'Contrasena', 'Welcome', 'Bienvenido', 'Hola']
/** Common passwords that satisfy the specification's password rule. */
const common = names.flatMap(name => Array.from({ length: 500 }, (_, i) => `${name}${i + 1600}!`))
const lineOf = (text: string, index: number) =>
  `${createHash('sha1').update(text).digest('hex').toUpperCase()}:${index * 7919}`

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'breached-'))
  await writeFile(join(folder, 'list'), `${common.map(lineOf).sort().join('\r\n')}\r\n`)
  await writeFile(join(folder, 'short'), lineOf('Password1!', 3))
  await writeFile(join(folder, 'empty'), '')
})
afterAll(() => rm(folder, { recursive: true }))

test('ASVS 6.2.4 6.2.12: every password of the list is found, the first and the last too, and no other', async () => {
  expect(common.length).toBeGreaterThan(3000)
  for (const password of common) expect(await isBreached(join(folder, 'list'), password), password).toBe(true)
  for (let i = 0; i < 500; i++) expect(await isBreached(join(folder, 'list'), `otra-${i}`)).toBe(false)
  expect(await isBreached(join(folder, 'short'), 'Password1!')).toBe(true)
  expect(await isBreached(join(folder, 'short'), 'password1!')).toBe(false)
  expect(await isBreached(join(folder, 'empty'), 'Password1!')).toBe(false)
})

test('ASVS 6.2.4 6.2.12: none of them is taken, at a change or a reset, under either policy', async () => {
  const portal = await startTestPortal({ environment: { BREACHED_PASSWORDS: join(folder, 'list') } })
  const bank = await portal.signIn('entidad@almotacen.example')
  const change = (newPassword: string) =>
    bank.call(patchUser, {
      params: { key: bank.me.userId },
      body: { oldPassword: PASSWORD, newPassword, policyAccepted: true },
    })
  const refused = await change('Madrid2024!')
  expect([refused.status, refused.problem.fields?.newPassword]).toEqual([400, expect.stringContaining('filtraciones')])
  await portal.anonymous.call(requestPassword, { params: { key: 'entidad@almotacen.example' } })
  const code = /code=(\w{32})/.exec((await portal.mails()).at(-1)!.text)![1]!
  const reset = (newPassword: string) => portal.anonymous.call(resetPassword, { body: { code, newPassword } })
  expect((await reset('Qwerty1999!')).problem.fields?.newPassword).toContain('filtraciones')
  expect((await reset('Trébol.Sin.26')).status).toBe(204)
  await portal.stop()
})
