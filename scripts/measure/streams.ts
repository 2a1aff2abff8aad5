import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from '#server/platform/ids.ts'
import { newToken, sha256 } from '#server/platform/secrets/secrets.ts'
import type { DemoPortal } from '../demo/portal.ts'
import type { Loaded, Order } from './stream-clients.ts'

const STREAMS = 5000
/** Fewer than one user may have. */
const OF_USER = 5
const MIB = 1024 ** 2
/** Streams that hear a change, once a second. */
const LISTENERS = 100

/**
 * Opens streams on a portal and tells what they cost: its memory, and the delay of a list's answers. The clients are a
 * process of their own.
 */
export async function reportStreams(portal: DemoPortal): Promise<void> {
  const tokens = await manySessions(portal)
  const clients = fork(join(import.meta.dirname, 'stream-clients.ts'))
  const asked = async (order: Order): Promise<Loaded> => {
    clients.send(order)
    const [answer] = await once(clients, 'message')
    return answer
  }
  const { url, app } = portal
  const load = () => asked({ load: url, token: tokens[0]!, seconds: 15 })
  // The first answers are slower: nothing is compiled yet.
  await load()
  const before = { memory: await memory(), list: await load() }
  await asked({ open: url, tokens })
  const opened = await memory()
  const { participantId } = await app.db
    .selectFrom('session as s')
    .innerJoin('portal_user as u', 'u.id', 's.user_id')
    .select('u.participant_id as participantId')
    .where('s.token_hash', '=', sha256(tokens[0]!))
    .executeTakeFirstOrThrow()
  const changing = setInterval(() => {
    app.tellChanges([{ kinds: ['lists'], readers: [participantId], by: null, access: false }])
  }, 1000)
  const during = await load()
  clearInterval(changing)
  const { heard } = await asked({ heard: true })
  console.log(`Streams open: ${app.streams?.size} of ${STREAMS}; ${heard} messages heard`)
  console.log(
    `Memory: ${Math.round(before.memory / MIB)} MiB without, ${Math.round((opened - before.memory) / MIB)} MiB more with`,
  )
  const words = ({ p50, p99, answers }: Loaded) => `p50 ${p50} ms, p99 ${p99} ms of ${answers} answers`
  console.log(`List without streams: ${words(before.list)}`)
  console.log(`List with them, while ${LISTENERS} hear a change each second: ${words(during)}`)
  clients.kill()
}

/** What the process takes once it has rested. */
async function memory(): Promise<number> {
  await sleep(3000)
  globalThis.gc?.()
  await sleep(500)
  return process.memoryUsage().rss
}

/** A session for each stream, of users of the banks, LISTENERS of them of one bank. */
async function manySessions({ app: { db, clock }, sessionOf }: DemoPortal): Promise<string[]> {
  const { authToken = '' } = await sessionOf('entidad@almotacen.example')
  const session = await db
    .selectFrom('session')
    .selectAll()
    .where('token_hash', '=', sha256(authToken.replace(/^Bearer /, '')))
    .executeTakeFirstOrThrow()
  const { search: _generated, ...user } = await db
    .selectFrom('portal_user')
    .selectAll()
    .where('id', '=', session.user_id)
    .executeTakeFirstOrThrow()
  const others = await db
    .selectFrom('participant')
    .select('id')
    .where('kind', '=', 'ENTITY')
    .where('onboarded_at', 'is not', null)
    .where('deleted_at', 'is', null)
    .where('id', '!=', user.participant_id)
    .execute()
  const now = clock.now()
  const tokens: string[] = []
  for (let n = 0; n < STREAMS / OF_USER; n++) {
    const participantId = n < LISTENERS / OF_USER ? user.participant_id : others[n % others.length]!.id
    const id = newId(now)
    const own = { id, participant_id: participantId, email: `persona${n}@almotacen.example`, is_principal: false }
    await db
      .insertInto('portal_user')
      .values({ ...user, ...own })
      .execute()
    const keys = Array.from({ length: OF_USER }, () => newToken())
    const rows = keys.map(key => ({ ...session, id: newId(now), user_id: id, token_hash: sha256(key) }))
    await db.insertInto('session').values(rows).execute()
    tokens.push(...keys)
  }
  return tokens
}
