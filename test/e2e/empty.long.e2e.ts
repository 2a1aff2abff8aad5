import { afterAll, beforeAll, describe, test } from 'vitest'
import type { InvitableKind } from '#domain/identity/roles.ts'
import { inTransaction } from '#server/kernel/transaction.ts'
import { hashPassword } from '#server/platform/secrets/passwords.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { PASSWORD, startTestPortal } from '#test/support/portal.ts'
import type { Places, Screen, Who } from '#test/support/screens.ts'
import { people, screens } from '#test/support/screens.ts'
import { expectSound } from '#test/support/states.ts'

/*
 * Every screen without data: first CCI alone, then with a new entity and evaluator, then with a provider. Nothing is
 * configured: no service, document or datum.
 */

let portal: TestPortal
let stage: Stage
const visitors: Partial<Record<Who, Visitor>> = {}
const keys: Partial<Record<Who, { participant: string; key: string }>> = {}

beforeAll(async () => {
  portal = await startTestPortal({ seed: 'centre', withWeb: true })
  stage = await openStage(portal)
})
afterAll(async () => {
  await stage?.close()
  await portal?.stop()
})

async function visitorOf(who: Who): Promise<Visitor> {
  const email = people[who]
  const visitor = visitors[who] ?? (await stage.visitor())
  if (!visitors[who]) {
    visitors[who] = visitor
    if (email) await visitor.enter(await portal.signIn(email))
  }
  return visitor
}

/** Accepted while nothing was required, so it has access and no data. */
async function admit(who: 'provider' | 'evaluator' | 'entity', kind: InvitableKind): Promise<void> {
  const hash = await hashPassword(PASSWORD)
  await inTransaction(portal.app, null, async ({ db, now, newId }) => {
    const [participant, user, validation] = [newId(), newId(), newId()]
    const name = `Sin Nada ${who}`
    const created_at = now
    await db
      .insertInto('participant')
      .values({
        id: participant,
        kind,
        created_at,
        onboarded_at: now,
        ...(kind === 'AUDIT' ? { business_name: name } : { name }),
      })
      .execute()
    await db
      .insertInto('portal_user')
      .values({
        id: user,
        participant_id: participant,
        email: people[who],
        name: 'Nadia',
        surnames: 'Vacío Soler',
        position: '',
        phone: '',
        is_principal: true,
        status: 'ACCEPTED',
        password_hash: hash,
        last_password_change: now,
        policy_accepted_at: now,
        created_at,
      })
      .execute()
    await db
      .insertInto('validation')
      .values({
        id: validation,
        participant_id: participant,
        kind: 'DOC_MIN',
        status: 'ACCEPTED',
        created_at,
        sent_at: now,
        decided_at: now,
      })
      .execute()
    keys[who] = { participant, key: `${participant}-${validation}` }
  })
}

function pathOf({ path }: Screen): string {
  if (typeof path === 'string') return path
  const own = keys.provider!
  return path({
    provider: own.participant,
    documentation: own.key,
    ownDocumentation: own.key,
    sentDocumentation: own.key,
  } as Places)
}

function looksAt(wanted: (screen: Screen) => boolean): void {
  test.each(
    screens
      .filter(screen => screen.empty && wanted(screen))
      .map(screen => ({ ...screen, says: screen.empty!.says, screen })),
  )('$route for $who says «$says»', async ({ who, says, screen }) => {
    const visitor = await visitorOf(who)
    await visitor.visit(pathOf(screen))
    await visitor.page.getByRole('main').getByText(says, { exact: true }).filter({ visible: true }).first().waitFor()
    await expectSound(visitor, 'empty')
  })
}

describe('the centre alone', () => {
  looksAt(({ who, empty }) => who === 'cci' && empty?.given === undefined)
})

describe('an entity and an evaluator that have done nothing', () => {
  beforeAll(async () => {
    await admit('entity', 'ENTITY')
    await admit('evaluator', 'AUDIT')
  })
  looksAt(({ who }) => who === 'entity' || who === 'evaluator')
})

describe('a provider that has done nothing', () => {
  beforeAll(() => admit('provider', 'PROVIDER'))
  looksAt(({ who, empty }) => who === 'provider' || empty?.given === 'participants')
})
