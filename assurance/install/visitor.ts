/**
 * Asks the portal through its proxy, in the machine with its release's Node.js: visitor.ts first <email> <password>, work, read,
 * version. It imports nothing of this repository.
 */
import { setTimeout as sleep } from 'node:timers/promises'

const api = `${process.env.PORTAL ?? 'https://portal.example'}/api/v1`
const CHOSEN = 'Clave.2026.Mia'
const [task = '', email = '', given = ''] = process.argv.slice(2)
const bare = { 'content-type': 'application/json', 'x-requested-with': 'x', 'x-csrf-token': 'x' }

type Keys = Record<string, string>
let session: { user: string; keys: Keys } | null = null

async function signIn(password: string): Promise<{ user: string; keys: Keys }> {
  const answer = await fetch(`${api}/login`, {
    method: 'POST',
    headers: bare,
    body: JSON.stringify({ email, password }),
  })
  if (answer.status !== 200) throw new Error(`sign-in: ${answer.status} ${await answer.text()}`)
  const { userId } = (await answer.json()) as { userId: string }
  const [authorization = '', token = ''] = ['authorization', 'x-csrf-token'].map(name => answer.headers.get(name) ?? '')
  return { user: userId, keys: { ...bare, authorization, 'x-csrf-token': token } }
}

async function call(method: string, path: string, body?: object) {
  const { keys } = session!
  const answer = await fetch(`${api}${path}`, { method, headers: keys, body: body && JSON.stringify(body) })
  return { status: answer.status, text: await answer.text() }
}

const invite = (to: string) => call('POST', '/invitations', { type: 'PROVIDER', email: to })

/** The first sign-in: chooses a password, and sends an invitation. */
async function first(): Promise<void> {
  session = await signIn(given)
  const body = { oldPassword: given, newPassword: CHOSEN, policyAccepted: true }
  const chosen = await call('PATCH', `/users/${session.user}`, body)
  if (chosen.status !== 200) throw new Error(`password: ${chosen.status} ${chosen.text}`)
  session = await signIn(CHOSEN)
  const invited = await invite('first@uno.example')
  if (invited.status !== 201) throw new Error(`invitation: ${invited.status} ${invited.text}`)
  console.log('signed in, invited')
}

/** Reads and invites without pause until SIGTERM, and prints what was answered. */
async function work(): Promise<void> {
  session = await signIn(CHOSEN)
  const seen = { acknowledged: [] as string[], served: 0, unavailable: 0, wrong: [] as string[], cut: 0, gapMs: 0 }
  let isOver = false
  process.on('SIGTERM', () => (isOver = true))
  let last = performance.now()
  const note = ({ status, text }: { status: number; text: string }) => {
    if (status < 500) {
      seen.served++
      seen.gapMs = Math.max(seen.gapMs, performance.now() - last)
      last = performance.now()
    } else if ([502, 503, 504].includes(status)) seen.unavailable++
    else seen.wrong.push(`${status} ${text.slice(0, 200)}`)
    return status
  }
  const until = async (each: (n: number) => Promise<unknown>) => {
    for (let n = 0; !isOver; n++) {
      await each(n).catch(() => seen.cut++)
      await sleep(50)
    }
  }
  await Promise.all([
    until(async n => {
      const to = `${given}-${n}@uno.example`
      if (note(await invite(to)) === 201) seen.acknowledged.push(to)
    }),
    ...[1, 2].map(() => until(async () => note(await call('GET', '/invitations')))),
  ])
  console.log(JSON.stringify(seen))
}

/** Prints the address of everyone who is invited. */
async function read(): Promise<void> {
  session = await signIn(CHOSEN)
  const { status, text } = await call('GET', '/invitations/export?format=csv')
  if (status !== 200) throw new Error(`${status} ${text}`)
  console.log([...text.matchAll(/[\w-]+@uno\.example/g)].map(([address]) => address).join('\n'))
}

/** Prints the version of the release that answers; nothing without an answer. */
async function version(): Promise<void> {
  const answer = await fetch(api.replace('/api/v1', '/health')).catch(() => null)
  if (answer?.ok) console.log(((await answer.json()) as { version: string }).version)
}

if (task === 'first') await first()
else if (task === 'version') await version()
else if (task === 'work') await work()
else if (task === 'invite') {
  session = await signIn(CHOSEN)
  let status = 429
  // The work just before may have used up what one user may write in a minute.
  for (let tries = 0; status === 429 && tries < 60; tries++) {
    status = (await invite(given)).status
    if (status === 429) await sleep(1000)
  }
  console.log(status)
} else await read()
