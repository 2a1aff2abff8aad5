import { appendFile, mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Checkpoint } from '#domain/audit-log/audit-log.ts'
import { genesis } from '#domain/audit-log/audit-log.ts'
import type { EventName } from '#domain/audit-log/events.ts'
import type { AppCommand } from '#server/admin/command.ts'
import { CommandError } from '#server/admin/command.ts'
import { commands } from '#server/admin/commands.ts'
import { startHousekeeping } from '#server/app/housekeeping.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { dataHashOf, entryHash } from '#server/platform/audit-log/append.ts'
import type { SignedCheckpoint } from '#server/platform/audit-log/checkpoint-store.ts'
import {
  checkpointFolders,
  currentCheckpoint,
  isSignedBy,
  publicKeyOf,
  readCheckpoints,
  signCheckpoint,
  storeCheckpoint,
} from '#server/platform/audit-log/checkpoint-store.ts'
import type { AuditLogVerdict } from '#server/platform/audit-log/verify.ts'
import { verifyAuditLog } from '#server/platform/audit-log/verify.ts'
import { after, HOUR, MINUTE } from '#server/platform/clock.ts'
import { secretsFrom } from '#server/platform/secrets/secrets.ts'
import { START } from '#test/support/place.ts'
import { startTestPortal, type TestPortal } from '#test/support/portal.ts'

let portal: TestPortal
const run = (text: string) => portal.asOwner(text)

/** Changes the table with the owner's rights, as an attacker behind the portal could, and undoes it afterwards. */
async function tamper(statement: string, checkpoints: Checkpoint[] = []): Promise<AuditLogVerdict> {
  await run('create table trail_copy as table trail')
  await run('alter table trail disable trigger user')
  try {
    await run(statement)
    return await verifyAuditLog(portal.app.db, { checkpoints })
  } finally {
    await run('truncate trail')
    await run('insert into trail select * from trail_copy')
    await run('drop table trail_copy')
    await run('alter table trail enable trigger user')
  }
}

beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre' })
  for (let i = 0; i < 6; i++) {
    await inTransaction(portal.app, null, async tx => {
      tx.record({
        event: 'participant.edited',
        object: { kind: 'participant', id: `p${i}` },
        data: { fields: ['web'], ñ: 'acentos', n: i },
      })
    })
  }
})
afterAll(() => portal.stop())

test('an unaltered chain verifies', async () => {
  const verdict = await verifyAuditLog(portal.app.db)
  expect(verdict).toMatchObject({ ok: true })
  expect(verdict.entries).toBeGreaterThanOrEqual(8)
})

test.each(['update trail set event = event', 'delete from trail', 'truncate trail'])(
  '%s is refused by the database',
  async statement => {
    await expect(run(statement)).rejects.toThrow('append-only')
  },
)

const swap = `alter table trail drop constraint trail_number_check;
  update trail set number = case number when 4 then -5 else -4 end where number in (4, 5);
  update trail set number = -number where number < 0;
  alter table trail add constraint trail_number_check check (number > 0)`

const insertion = `update trail set number = number + 1000 where number >= 5;
  insert into trail select 5, at, event, actor_id, actor_role, participant_id, object_kind, 'inserted', data, hash,
    '${'a'.repeat(64)}' from trail where number = 4;
  update trail set number = number - 999 where number > 1000`

const unsalting = `alter table trail drop constraint trail_data_check;
  update trail set salt = null where number = 5;
  alter table trail add constraint trail_data_check check ((data is null) <= (data_hash is not null)) not valid`

test.each([
  ['an edit', `update trail set data = '{"n": 9}' where number = 5`, 5],
  ['data without their salt', unsalting, 5],
  ['a changed time', "update trail set at = at + interval '1 second' where number = 4", 4],
  [
    'a time changed by less than is sealed',
    "update trail set at = at + interval '400 microseconds' where number = 4",
    4,
  ],
  ['a removal', 'delete from trail where number = 5', 6],
  ['two entries that change places', swap, 4],
  ['an insertion', insertion, 5],
])('%s is found and its first bad entry named', async (_what, statement, firstBad) => {
  expect(await tamper(statement)).toMatchObject({ ok: false, firstBad })
})

test('entries of parallel transactions form one chain', async () => {
  await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      inTransaction(portal.app, null, async tx => {
        tx.record({ event: 'participant.edited', object: { kind: 'participant', id: `parallel${i}` } })
      }),
    ),
  )
  expect(await verifyAuditLog(portal.app.db)).toMatchObject({ ok: true })
})

test('the audit log omits the entries of a failed transaction', async () => {
  const before = await verifyAuditLog(portal.app.db)
  await expect(
    inTransaction(portal.app, null, async tx => {
      tx.record({ event: 'participant.edited', object: { kind: 'participant', id: 'never' } })
      throw new Error('undone')
    }),
  ).rejects.toThrow('undone')
  expect(await verifyAuditLog(portal.app.db)).toEqual(before)
})

/** SQL that rewrites the chain from an entry on, so that each entry follows from the one before. */
async function rewriteFrom(first: number): Promise<string> {
  const rows = await portal.app.db.selectFrom('trail').selectAll().orderBy('number').execute()
  let previous = genesis
  return rows
    .map(row => {
      const data = row.number === first ? { n: 'otra cosa' } : row.data
      const dataHash = dataHashOf(row.salt!, data)
      const hash = entryHash(previous, {
        number: row.number,
        at: row.at,
        event: row.event as EventName,
        actorId: row.actor_id,
        actorRole: row.actor_role,
        participantId: row.participant_id,
        objectKind: row.object_kind,
        objectId: row.object_id,
        dataHash,
      })
      const update = `update trail set data = '${JSON.stringify(data)}', data_hash = '${dataHash}',
        previous_hash = '${previous}', hash = '${hash}' where number = ${row.number}`
      previous = hash
      return update
    })
    .join(';')
}

describe('V16.4.2: changes that only the signed heads reveal', () => {
  let checkpoints: SignedCheckpoint[]
  let last: number

  beforeAll(async () => {
    checkpoints = []
    for (let i = 0; i < 3; i++) {
      portal.clock.move(1000)
      await inTransaction(portal.app, null, async tx => {
        tx.record({ event: 'participant.edited', object: { kind: 'participant', id: `head${i}` } })
      })
      checkpoints.push((await currentCheckpoint(portal.app))!)
    }
    last = checkpoints.at(-1)!.number
  })

  test('an unaltered chain agrees with the signed heads', async () => {
    expect(await verifyAuditLog(portal.app.db, { checkpoints })).toEqual({ ok: true, entries: last })
  })

  test('a tail that was cut off', async () => {
    const cut = `delete from trail where number > ${last - 2}`
    expect(await tamper(cut)).toEqual({ ok: true, entries: last - 2 })
    expect(await tamper(cut, checkpoints)).toMatchObject({ ok: false, firstBad: last - 1 })
  })

  test('all of it gone', async () => {
    expect(await tamper('delete from trail')).toEqual({ ok: true, entries: 0 })
    expect(await tamper('delete from trail', checkpoints)).toMatchObject({ ok: false, firstBad: 1 })
  })

  test('a chain that was rewritten whole, and from the entry after the last head that agrees', async () => {
    const whole = await rewriteFrom(1)
    expect(await tamper(whole)).toEqual({ ok: true, entries: last })
    expect(await tamper(whole, checkpoints)).toMatchObject({ ok: false, firstBad: 1 })
    const end = await rewriteFrom(last)
    expect(await tamper(end)).toEqual({ ok: true, entries: last })
    const verdict = await tamper(end, checkpoints)
    expect(verdict).toMatchObject({ ok: false, firstBad: last })
    expect(verdict).toHaveProperty('why', `entry ${last} is not the one signed at ${checkpoints[2]!.at}`)
  })
})

describe('the heads on disk', () => {
  const own = () => checkpointFolders(portal.app.settings)[0]!
  let elsewhere: string
  /** The portal with a second folder for its checkpoints. */
  let both: TestPortal['app']

  beforeAll(async () => {
    elsewhere = await mkdtemp(join(tmpdir(), 'almotacen-heads-'))
    both = { ...portal.app, settings: { ...portal.app.settings, checkpointDir: join(elsewhere, 'copia') } }
  })
  afterAll(() => rm(elsewhere, { recursive: true }))

  const happen = async () => {
    portal.clock.move(MINUTE)
    await inTransaction(portal.app, null, async tx => {
      tx.record({ event: 'participant.edited', object: { kind: 'participant', id: 'again' } })
    })
  }
  const fileIn = async (folder: string) => join(folder, (await readdir(folder)).sort().at(-1)!)
  const admin = async (...words: string[]) => {
    const database = { connection: '', owner: null, stop: async () => {} }
    try {
      return { answer: await (commands.trail as AppCommand).run(both, words, database), failed: false }
    } catch (error) {
      if (!(error instanceof CommandError)) throw error
      return { answer: error.message, failed: true }
    }
  }

  test('are appended, in every folder, and only when the trail has moved', async () => {
    const first = await storeCheckpoint(both)
    const before = await readFile(await fileIn(own()), 'utf8')
    expect(await storeCheckpoint(both)).toBeNull()
    await happen()
    const second = await storeCheckpoint(both)
    const after = await readFile(await fileIn(own()), 'utf8')
    expect(after).toBe(`${before}${JSON.stringify(second)}\n`)
    expect(await readFile(await fileIn(join(elsewhere, 'copia')), 'utf8')).toBe(after)
    expect(second!.number).toBe(first!.number + 1)
    expect((await stat(await fileIn(own()))).mode & 0o777).toBe(0o600)
    expect((await admin('verify')).answer).toContain('in agreement with its 4 signed heads')
  })

  test('carry a signature that cannot be forged and covers number, hash and time', async () => {
    const key = publicKeyOf(portal.app.secrets.checkpointKey)
    expect((await admin('key')).answer).toBe(key)
    const { checkpoints } = await readCheckpoints([own()])
    const head = checkpoints[0]!
    expect(isSignedBy([key], head)).toBe(true)
    const changes = [{ number: 1 }, { hash: '0'.repeat(64) }, { at: '2020-01-01T00:00:00.000Z' }, { signature: 'AAAA' }]
    for (const change of changes) expect(isSignedBy([key], { ...head, ...change })).toBe(false)
    const forged = signCheckpoint(secretsFrom('otra clave').checkpointKey, head)
    expect(isSignedBy([forged.key], forged)).toBe(true)
    expect(isSignedBy([key], forged)).toBe(false)
    expect(isSignedBy([key], { ...forged, key })).toBe(false)
  })

  test('npm run admin -- trail lists them, refuses a forged one, and reads an earlier key’s when it is given', async () => {
    const folder = join(elsewhere, 'otra')
    const { checkpoints } = await readCheckpoints([own()])
    const forged = signCheckpoint(secretsFrom('otra clave').checkpointKey, checkpoints[0]!)
    await mkdir(folder)
    await writeFile(join(folder, '2026-11.jsonl'), `${JSON.stringify(forged)}\n`)
    expect((await admin('heads', '--heads', folder)).answer).toContain('NO VALID SIGNATURE')
    const refused = await admin('verify', '--heads', folder)
    expect(refused).toMatchObject({ failed: true })
    expect(refused.answer).toContain('is not signed by this portal')
    expect(await admin('verify', '--heads', folder, '--key', forged.key)).toMatchObject({ failed: false })
    for (const none of ['/etc/passwd', '', `${forged.key}A`, `${forged.key.slice(0, -1)}B`]) {
      const { answer, failed } = await admin('verify', '--key', none)
      expect([failed, answer], none).toEqual([true, expect.stringMatching(/--key is not a key/)])
    }
    expect((await admin('heads')).answer.split('\n')).toHaveLength(4)
  })

  test('trail verify without heads warns for a new portal, and refuses any other', async () => {
    const none = join(elsewhere, 'nada')
    const without = { failed: true, answer: expect.stringContaining(`There is no signed head in ${none}`) }
    expect(await admin('verify', '--heads', none)).toEqual(without)
    expect(await admin('heads', '--heads', none)).toEqual(without)
    const { settings } = both
    both = { ...both, settings: { ...settings, checkpointDir: none } }
    const now = portal.clock.now()
    try {
      portal.clock.set(START)
      expect(await admin('verify')).toMatchObject({ failed: false })
      await rename(own(), `${own()}-aside`)
      expect(await admin('verify')).toEqual({
        failed: false,
        answer: expect.stringContaining('Without signed heads, a cut end'),
      })
      portal.clock.set(after(now, HOUR))
      expect(await admin('verify')).toMatchObject({ failed: true, answer: expect.stringContaining(own()) })
      await rename(`${own()}-aside`, own())
      expect(await admin('verify')).toEqual(without)
    } finally {
      portal.clock.set(now)
      both = { ...both, settings }
    }
  })

  test('trail verify says where the chain is bad, which without heads is not seen', async () => {
    const { checkpoints } = await readCheckpoints([own()])
    await run('create table trail_copy as table trail')
    await run('alter table trail disable trigger user')
    try {
      await run(`delete from trail where number = ${checkpoints.at(-1)!.number}`)
      expect((await verifyAuditLog(portal.app.db)).ok).toBe(true)
      const found = await admin('verify')
      expect(found.failed).toBe(true)
      expect(found.answer).toContain(`the first bad entry is ${checkpoints.at(-1)!.number} (missing: `)
      // Nor does the portal sign over the gap.
      await expect(storeCheckpoint(both)).rejects.toThrow('not signed')
    } finally {
      await run('truncate trail')
      await run('insert into trail select * from trail_copy')
      await run('drop table trail_copy')
      await run('alter table trail enable trigger user')
    }
  })

  test('a head without its entry is an alarm, also where the own folder is new', async () => {
    await happen()
    const folder = join(elsewhere, 'de-antes')
    const known = (await currentCheckpoint(portal.app))!
    const beyond = signCheckpoint(portal.app.secrets.checkpointKey, { ...known, number: known.number + 40 })
    await mkdir(folder)
    await writeFile(join(folder, '2026-11.jsonl'), `${JSON.stringify(beyond)}\n`)
    const restored = {
      ...both,
      settings: { ...both.settings, dataDir: join(elsewhere, 'nueva'), checkpointDir: folder },
    }
    for (let times = 0; times < 2; times++)
      await expect(storeCheckpoint(restored)).rejects.toThrow(`according to ${folder}, so it is not signed`)
    expect((await readCheckpoints(checkpointFolders(restored.settings))).checkpoints).toEqual([beyond])
  })

  test('a truncated line is reported, and the next is whole', async () => {
    await appendFile(await fileIn(own()), '{"number":9,"ha')
    await happen()
    const head = await storeCheckpoint(both)
    const { checkpoints, illegible } = await readCheckpoints([own()])
    expect(checkpoints.at(-1)).toEqual(head)
    expect(illegible).toBe(1)
    expect((await admin('verify')).answer).toContain('Half-written lines among the heads: 1')
  })

  test('a line that is no head counts as illegible, whatever its content', async () => {
    const folder = join(elsewhere, 'rara')
    await mkdir(folder)
    await writeFile(join(folder, '2026-11.jsonl'), '{"number":9}\nnull\n{}\n')
    expect(await readCheckpoints([folder])).toEqual({ checkpoints: [], illegible: 3 })
  })

  test('an empty audit log has no head to sign', async () => {
    const empty = await startTestPortal({ seed: 'none' })
    try {
      expect(await currentCheckpoint(empty.app)).toBeNull()
      expect(await storeCheckpoint(empty.app)).toBeNull()
      expect(await readCheckpoints(checkpointFolders(empty.app.settings))).toEqual({ checkpoints: [], illegible: 0 })
    } finally {
      await empty.stop()
    }
  })

  test('a folder that takes none is an alarm, and the others have it', async () => {
    const blocked = join(elsewhere, 'archivo')
    await writeFile(blocked, '')
    await happen()
    const portalWithout = { ...both, settings: { ...both.settings, checkpointDir: blocked } }
    await expect(storeCheckpoint(portalWithout)).rejects.toThrow(`could not be written to ${blocked}`)
    expect((await readCheckpoints([own()])).checkpoints.at(-1)).toEqual(await currentCheckpoint(portal.app))
  })

  test.runIf(process.platform === 'linux')(
    'reports once that a folder cannot be written, and the stop does not wait for it',
    async () => {
      const said: string[] = []
      const stderr = vi.spyOn(process.stderr, 'write').mockImplementation(line => said.push(String(line)) > 0)
      const gone = { ...both, settings: { ...both.settings, checkpointDir: '/proc/x' } }
      try {
        await happen()
        const housekeeping = startHousekeeping(gone)
        await happen()
        await housekeeping.stop()
      } finally {
        stderr.mockRestore()
      }
      const alarms = said.map(line => JSON.parse(line)).filter(({ event }) => event === 'alarm')
      expect(alarms.map(({ message }) => message)).toEqual([
        expect.stringContaining('The signed head of the audit log could not be written to /proc/x: ENOENT'),
        expect.stringMatching(/^ENOENT.*\/proc\/x/),
      ])
    },
  )

  test('the portal signs at its start and at its stop', async () => {
    await happen()
    const housekeeping = startHousekeeping(both)
    await happen()
    await housekeeping.stop()
    for (const folder of checkpointFolders(both.settings)) {
      const { checkpoints } = await readCheckpoints([folder])
      expect(checkpoints.at(-1)).toEqual(await currentCheckpoint(portal.app))
    }
  })
})
