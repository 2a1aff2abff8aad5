import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { DAY, HOUR, MINUTE } from '#server/platform/clock.ts'
import { forgetLetters } from '#server/platform/mail/outbox-folder.ts'
import { folderTransport } from '#server/platform/mail/transport.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'almotacen-outbox-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('deletes old mails, and unfinished ones once no writer can be left', async () => {
  const now = Date.now()
  for (const [name, age] of [
    ['old.eml', 91 * DAY],
    ['new.eml', DAY],
    // An unfinished file already has the time of its mail.
    ['half.eml.tmp', 91 * DAY],
    ['other.txt', 91 * DAY],
  ] as const) {
    await writeFile(join(folder, name), 'Contraseña: de un solo uso')
    await utimes(join(folder, name), new Date(now - age), new Date(now - age))
  }
  const before = new Date(now - 90 * DAY).toISOString()
  await forgetLetters(folder, before, now + HOUR - MINUTE)
  expect((await readdir(folder)).sort()).toEqual(['half.eml.tmp', 'new.eml', 'other.txt'])
  await forgetLetters(folder, before, now + HOUR + MINUTE)
  expect((await readdir(folder)).sort()).toEqual(['new.eml', 'other.txt'])
})

test('a letter that cannot be put in its place leaves no half behind', async () => {
  const place = join(folder, 'refused')
  await mkdir(join(place, 'aviso1.eml', 'taken'), { recursive: true })
  const transport = folderTransport(place)
  const letter = {
    from: 'cci@almotacen.example',
    to: 'a@uno.example',
    subject: 'Aviso',
    text: 'Contraseña: x',
    html: '',
  }
  await expect(transport.send({ ...letter, messageId: '<aviso1@x>', date: new Date() })).rejects.toThrow()
  expect(await readdir(place)).toEqual(['aviso1.eml'])
  transport.close()
})
