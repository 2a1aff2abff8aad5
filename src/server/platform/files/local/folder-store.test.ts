import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, stat, symlink, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { folderStore } from '#server/platform/files/local/folder-store.ts'
import { type FileStore, safeName } from '#server/platform/files/store.ts'
import { pdfOfSize as pdf } from '#test/support/pdf.ts'
import { processorMs } from '#test/support/processor-time.ts'
import { storeContract } from '#test/support/store-contract.ts'

let root: string
let store: FileStore
const MB = 1024 * 1024
const come = (content: Buffer, name = 'a.pdf', max = 25 * MB) => store.receive(Readable.from([content]), name, max)
const receive = async (...what: Parameters<typeof come>) => {
  const file = await come(...what)
  await file.keep()
  return file
}
const pathOf = (sha256: string) => join(root, sha256.slice(0, 2), sha256)

beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), 'almotacen-store-'))
  store = await folderStore(root)
})
afterAll(() => rm(root, { recursive: true, force: true }))

storeContract('a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'almotacen-store-'))
  const path = (sha256: string) => join(folder, sha256.slice(0, 2), sha256)
  return {
    store: await folderStore(folder),
    arriving: () => readdir(join(folder, 'incoming')),
    overwrite: (sha256, content) => writeFile(path(sha256), content),
    remove: sha256 => rm(path(sha256)),
    close: () => rm(folder, { recursive: true }),
  }
})

test.each([
  ['nothing', Buffer.alloc(0), 'a.pdf', 'fileMissing'],
  ['a page as PDF', Buffer.from('<html><script>alert(1)</script>'), 'a.pdf', 'fileType'],
  ['a PDF as sheet', pdf(200), 'a.xlsx', 'fileType'],
  ['an SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'a.svg', 'fileType'],
  ['a program', Buffer.from('MZ\u0090\u0000'), 'a.exe', 'fileType'],
  ['no extension', pdf(200), 'informe', 'fileType'],
  ['a double extension', pdf(200), 'informe.pdf.exe', 'fileType'],
])('%s is refused and leaves nothing behind', async (_what, content, name, reason) => {
  await expect(receive(content, name)).rejects.toMatchObject({ reason })
  expect(await readdir(join(root, 'incoming'))).toEqual([])
})

test('refuses a file one byte over the limit while it streams', async () => {
  await expect(receive(pdf(1001), 'a.pdf', 1000)).rejects.toMatchObject({ reason: 'fileTooLarge' })
  await expect(receive(pdf(1000), 'a.pdf', 1000)).resolves.toMatchObject({ size: 1000 })
  expect(await readdir(join(root, 'incoming'))).toEqual([])
})

test('a PDF that does more than show pages is kept and warned of (D57)', async () => {
  const scripted = Buffer.concat([pdf(100), Buffer.from('/OpenAction << /S /JavaScript /JS (app.alert(1)) >>')])
  expect((await receive(scripted, 'd.pdf')).warnings).toEqual(['El PDF contiene programas (JavaScript).'])
})

test.each([
  ['the first piece', 128 * 1024 - 5],
  ['a later piece', 2 * 128 * 1024 - 1],
  ['the last bytes', 300_000],
])('a mark that lies across the end of %s is found (D57)', async (_where, before) => {
  const { warnings } = await receive(Buffer.concat([pdf(before), Buffer.from('/Launch')]))
  expect(warnings).toEqual(['El PDF intenta abrir otros programas.'])
})

test('the sweep removes old unknown files only', async () => {
  const kept = await receive(pdf(111), 'kept.pdf')
  const orphan = await receive(pdf(222), 'orphan.pdf')
  const fresh = await receive(pdf(333), 'fresh.pdf')
  const cut = join(root, 'incoming', 'cut')
  await writeFile(cut, 'half')
  const old = new Date(Date.now() - 7_200_000)
  for (const path of [pathOf(kept.sha256), pathOf(orphan.sha256), cut]) await utimes(path, old, old)
  await store.sweep(async sha256 => sha256 === kept.sha256, 3_600_000)
  await expect(stat(pathOf(kept.sha256))).resolves.toBeDefined()
  await expect(stat(pathOf(fresh.sha256))).resolves.toBeDefined()
  await expect(stat(pathOf(orphan.sha256))).rejects.toThrow()
  expect(await readdir(join(root, 'incoming'))).toEqual([])
})

test('uploads from before an instant go at once, and nothing else', async () => {
  const folder = await mkdtemp(join(root, 'start-'))
  const killed = await folderStore(folder)
  const kept = await killed.receive(Readable.from([pdf(666)]), 'a.pdf', MB)
  await kept.keep()
  for (const name of ['cut', 'cut too', 'later']) await writeFile(join(folder, 'incoming', name), 'half')
  const start = Date.now()
  for (const name of ['cut', 'cut too'])
    await utimes(join(folder, 'incoming', name), new Date(start - 1), new Date(start - 1))
  await utimes(join(folder, 'incoming', 'later'), new Date(start), new Date(start))
  expect(await killed.sweepIncoming(start)).toBe(2)
  expect(await readdir(join(folder, 'incoming'))).toEqual(['later'])
  expect((await buffer(await killed.open(kept.sha256, kept.size))).length).toBe(666)
  await rm(folder, { recursive: true })
})

test('the file of a running call stays young, and is not swept before the call ends', async () => {
  const folder = await mkdtemp(join(root, 'long-'))
  const patient = await folderStore(folder, () => {}, 5)
  const file = await patient.receive(Readable.from([pdf(4321)]), 'a.pdf', MB)
  const [name] = await readdir(join(folder, 'incoming'))
  const path = join(folder, 'incoming', name!)
  const ageMs = async () => Date.now() - (await stat(path)).mtimeMs
  await utimes(path, new Date(0), new Date(0))
  await expect.poll(ageMs, { interval: 5 }).toBeLessThan(3_600_000)
  expect(await patient.sweep(async () => false, 3_600_000)).toBe(0)
  await file.keep()
  await file.discard()
  expect((await buffer(await patient.open(file.sha256, file.size))).length).toBe(4321)
  await rm(folder, { recursive: true })
})

test('a file uploaded again during the sweep stays', async () => {
  const content = pdf(444)
  const { sha256, size } = await receive(content, 'otra vez.pdf')
  const old = new Date(Date.now() - 7_200_000)
  await utimes(pathOf(sha256), old, old)
  const uploadedMeanwhile = async (name: string) => {
    if (name === sha256) await receive(content, 'otra vez.pdf')
    return name !== sha256
  }
  expect(await store.sweep(uploadedMeanwhile, 3_600_000)).toBe(0)
  expect((await buffer(await store.open(sha256, size))).equals(content)).toBe(true)
})

test('R8: bytes that the disk does not give back are corrupt; a store that cannot be looked at says nothing of a file', async () => {
  const pace = async () => {}
  const [unreadable, hidden] = ['a'.repeat(64), 'b'.repeat(64)]
  await mkdir(join(root, 'aa'), { recursive: true })
  // Reading the first page of a process's memory fails with the error of a failing disk on Linux.
  await symlink('/proc/self/mem', pathOf(unreadable))
  expect(await store.check(unreadable, 10, pace)).toBe('corrupt')
  await writeFile(join(root, 'bb'), 'no folder')
  await expect(store.check(hidden, 10, pace)).rejects.toThrow('ENOTDIR')
  await expect(store.open(hidden, 10)).rejects.toMatchObject({ reason: 'storageFailed' })
  expect(await store.check('c'.repeat(64), 10, pace)).toBe('missing')
  await rm(pathOf(unreadable))
  await rm(join(root, 'bb'))
})

test('everything that lies in the store is named, wherever it lies; what goes meanwhile is not', async () => {
  const { sha256 } = await receive(pdf(555), 'dentro.pdf')
  const folder = join(root, sha256.slice(0, 2))
  await writeFile(join(root, 'notas.txt'), '')
  await writeFile(join(folder, 'suelto'), '')
  await symlink(join(root, 'nowhere'), join(folder, 'gone'))
  const names = (await Array.fromAsync(store.names())).map(({ name }) => name)
  expect(names).toContain(sha256)
  expect(names).toContain('notas.txt')
  expect(names).toContain(join(sha256.slice(0, 2), 'suelto'))
  expect(names.filter(name => name.includes('gone') || name.includes('incoming'))).toEqual([])
})

test('memory stays flat for a large file', { timeout: 60_000 }, async () => {
  const script = join(import.meta.dirname, '../../../../../test/support/store-large.ts')
  // In a separate process, so that only the file's memory is measured.
  const most = async (megabytes: number) => {
    const { stdout } = await promisify(execFile)(process.execPath, [script, root, String(megabytes)])
    return Number(stdout)
  }
  // The smaller file already reaches the usual amount of garbage; buffered whole, the larger one would take 200 MB
  // more.
  expect((await most(300)) - (await most(100))).toBeLessThan(64)
})

test.each([
  ['../../etc/passwd.pdf', 'passwd.pdf'],
  ['C:\\temp\\informe.pdf', 'informe.pdf'],
  ['informe\u202efdp.exe', 'informefdp.exe'],
  ['año\r\n2026.pdf', 'año2026.pdf'],
  ['informe.pdf. . ', 'informe.pdf'],
])('the name %j is kept as %j', (given, kept) => {
  expect(safeName(given)).toBe(kept)
})

test('S9: makes a long hostile name safe in under a second', () => {
  const ms = processorMs(() => expect(safeName(`${'.'.repeat(200_000)}x`)).toHaveLength(200))
  expect(ms).toBeLessThan(1000)
})
