import { spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startProcess } from '#test/support/process.ts'

const root = join(import.meta.dirname, '../..')
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almotacen-commands-'))
})
afterAll(() => rm(folder, { recursive: true, force: true }))

function admin(dataDir: string, ...words: string[]) {
  const { status, stdout } = spawnSync(process.execPath, ['src/server/admin/main.ts', ...words], {
    cwd: root,
    env: { ...process.env, DATA_DIR: join(folder, dataDir) },
    encoding: 'utf8',
  })
  return { status, said: stdout.trim() }
}

test('R14: the operator backs up a running portal, restores it elsewhere, and people sign in there', async () => {
  const copy = join(folder, 'copy')
  const portal = await startProcess(join(folder, 'one'))
  expect(admin('one', 'backup', '--to', copy, '--with-secret')).toMatchObject({ status: 0 })
  expect(admin('one', 'backup', '--to', copy)).toMatchObject({
    status: 1,
    said: expect.stringContaining('no está vacía'),
  })
  await portal.kill('SIGTERM')
  // And once more while it does not run.
  expect(admin('one', 'backup', '--to', join(folder, 'again'))).toMatchObject({
    status: 0,
    said: expect.stringContaining('No lleva la clave'),
  })
  expect(admin('nowhere', 'backup', 'verify', copy).said).toMatch(/^La copia está completa: .*, con \d+ archivos/)
  expect(admin('two', 'restore', '--from', copy)).toMatchObject({
    status: 0,
    said: expect.stringMatching(/^Restaurado: .*El registro está íntegro/),
  })
  expect(admin('two', 'scrub')).toMatchObject({ status: 0, said: expect.stringContaining('dañados: 0; que faltan: 0') })
  expect(admin('two', 'trail', 'verify').said).toContain('está íntegro')
  const elsewhere = await startProcess(join(folder, 'two'))
  const answer = await fetch(`${elsewhere.url}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-requested-with': 'x', 'x-csrf-token': 'x' },
    body: JSON.stringify({ email: 'proveedor@almotacen.example', password: 'Almotacen.2026' }),
  })
  expect(answer.status).toBe(200)
  await elsewhere.kill('SIGTERM')
  expect(admin('one', 'restore', '--from', copy)).toMatchObject({
    status: 1,
    said: expect.stringContaining('no está vacía'),
  })
}, 180_000)
