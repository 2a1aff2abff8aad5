import { addEvaluations, addEvaluationsOfTwoYears } from '#server/demo/evaluations.ts'
import { addAsksAndHelp } from '#server/demo/follow-up/asks.ts'
import { addBulletins } from '#server/demo/follow-up/bulletins.ts'
import { addDesk } from '#server/demo/follow-up/desk.ts'
import { addFailedMail } from '#server/demo/follow-up/failed-mail.ts'
import { addIndependence } from '#server/demo/follow-up/independence.ts'
import { addStory } from '#server/demo/follow-up/story.ts'
import { addHistory } from '#server/demo/history.ts'
import { announceThePast } from '#server/demo/past-announcements.ts'
import { DEMO_PASSWORD, seedWorld } from '#server/demo/seed.ts'
import { addChains } from '#server/demo/supervision/chains.ts'
import { addLevels } from '#server/demo/supervision/levels.ts'
import { addRegister } from '#server/demo/supervision/register.ts'
import { addReliance } from '#server/demo/supervision/reliance.ts'
import { addSearches } from '#server/demo/supervision/searches.ts'
import type { AppContext } from '#server/kernel/app-context.ts'

/** The accounts for a visitor's first sign-in (D47). */
const accounts: readonly [email: string, who: string][] = [
  ['cci@almotacen.example', 'CCI'],
  ['proveedor@almotacen.example', 'a provider with a request in every state'],
  ['evaluador@almotacen.example', 'an evaluator'],
  ['entidad@almotacen.example', 'a bank'],
  ['nuevo@almotacen.example', 'just invited: must change the password'],
  ['borrador@almotacen.example', 'registration half done'],
  ['rechazado@almotacen.example', 'a document was rejected'],
]

/**
 * Loads the demo world into an empty installation, once, and returns its accounts. Never called in production. An
 * installation with users of its own stays unchanged.
 */
export async function loadDemoWorld(
  app: AppContext,
  say: (line: string) => void = () => {},
): Promise<{ accounts: string[] } | null> {
  const anyone = await app.db.selectFrom('portal_user').select('id').limit(1).executeTakeFirst()
  if (!anyone) {
    say('Demo world: loading participants, documents and requests, once…')
    await seedWorld(app, async seeding => {
      await addEvaluations(seeding)
      await addEvaluationsOfTwoYears(seeding)
      await addHistory(
        seeding,
        accounts.map(([email]) => email),
      )
      await addLevels(seeding)
      await addChains(seeding)
      await addRegister(seeding)
      await addSearches(seeding)
      await addIndependence(seeding)
      await addReliance(seeding)
      await addDesk(seeding)
      await addAsksAndHelp(seeding)
      await addBulletins(seeding)
      await addFailedMail(seeding)
      await addStory(seeding)
    })
    await announceThePast(app)
  }
  if (!(await hasDemoAccounts(app))) return null
  return {
    accounts: [
      '',
      `Demo accounts (password ${DEMO_PASSWORD}):`,
      ...accounts.map(([email, who]) => `  ${email.padEnd(32)} ${who}`),
    ],
  }
}

/** Whether any account has the public demo password; production refuses to start in that case (D47). */
export async function hasDemoAccounts(app: AppContext): Promise<boolean> {
  const found = await app.db
    .selectFrom('portal_user')
    .select('id')
    .where(
      'email',
      'in',
      accounts.map(([email]) => email),
    )
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}
