import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { requestPassword } from '#domain/identity/session/contract.ts'
import { raiseIncident } from '#domain/incident/contract.ts'
import type { Stage, Visitor } from '#test/support/browser.ts'
import { openStage } from '#test/support/browser.ts'
import { servicesOf } from '#test/support/documents.ts'
import type { Door } from '#test/support/door.ts'
import { openDoor } from '#test/support/door.ts'
import { registered } from '#test/support/integrations.ts'
import { placesOf } from '#test/support/places.ts'
import type { TestPortal } from '#test/support/portal.ts'
import { startTestPortal } from '#test/support/portal.ts'
import { signedFile } from '#test/support/reliance.ts'
import type { Places, Screen, Who } from '#test/support/screens.ts'
import { people, screens } from '#test/support/screens.ts'
import { expectSound, expectSoundInDark, passTime } from '#test/support/states.ts'
import { declared } from '#test/support/uses.ts'

/**
 * Every screen of the `looking` users, in the demo data: while it loads, loaded, when its calls fail, and when it is
 * forbidden. In parts, so that they can run in parallel.
 */
export function testStates({ who: looking }: { who: readonly Who[] }): void {
  const mine = screens.filter(({ who }) => looking.includes(who))
  let portal: TestPortal
  let door: Door
  let stage: Stage
  let places: Places
  const visitors: Partial<Record<Who, Visitor>> = {}

  async function visitorOf(who: Who): Promise<Visitor> {
    const email = people[who]
    const visitor = visitors[who] ?? (await stage.visitor())
    if (!visitors[who]) {
      visitors[who] = visitor
      await visitor.page.clock.install()
      if (email) await visitor.enter(await portal.signIn(email))
    }
    return visitor
  }

  beforeAll(async () => {
    portal = await startTestPortal({ seed: 'evaluated', withWeb: true })
    door = openDoor(portal.fastify.server)
    stage = await openStage(portal)
    const raised = { title: 'Corte de la línea de digitalización', detail: 'Media hora sin línea.' }
    const provider = await portal.signIn(people.provider)
    const own = await provider.call(raiseIncident, { body: raised })
    const ownIncident = `${provider.me.idGenericEntity}-${own.body.id}`
    const entity = await portal.signIn(people.entity)
    const serviceId = (await servicesOf(portal)).get('Custodia documental')!
    const use = { providerId: provider.me.idGenericEntity, serviceId }
    await signedFile(entity, await declared(entity, use, { critical: 'YES' }))
    const { webhook } = await registered(entity, 'https://8.8.8.8/portal', ['level.met'])
    places = { ...(await placesOf(portal.app.db)), ownIncident, webhook: webhook.id }
    await entity.call(raiseIncident, { body: { ...raised, providerId: places.provider } })
    await portal.anonymous.call(requestPassword, { params: { key: people.provider } })
    await portal.mails()
  })
  afterAll(async () => {
    await stage?.close()
    await portal?.stop()
  })

  const pathOf = ({ path }: Screen) => (typeof path === 'string' ? path : path(places))
  const heading = ({ page }: Visitor, name: string | RegExp) =>
    page.getByRole('heading', { level: 1, name, exact: typeof name === 'string' })
  const content = ({ page }: Visitor) => page.getByRole('main')
  /** Texts of the loaded screen, in a list, a label or a field. */
  const filled = (visitor: Visitor, { shows }: Screen) =>
    content(visitor)
      .getByText(shows, { exact: typeof shows === 'string' })
      .or(content(visitor).getByPlaceholder(shows, { exact: typeof shows === 'string' }))
      .filter({ visible: true })
      .first()

  const namesOf = (reads: Screen['reads']) => reads.map(({ name }) => name).join()
  /** Loading and failure look the same for all users with the same calls: the first represents all. */
  const isFirst = (screen: Screen) =>
    screen === screens.find(({ route, reads }) => route === screen.route && namesOf(reads) === namesOf(screen.reads))
  /** Frames already checked in dark mode: signed-in users have one frame, except in onboarding. */
  const framed = new Set<string>()

  describe.each(mine.map(screen => ({ ...screen, screen })))('$route for $who', ({ screen, who }) => {
    const { reads, closed } = screen

    /** It loads, fails, and is filled by 'Reintentar': one visit shows all three. */
    async function throughLoadingAndFailure(visitor: Visitor): Promise<void> {
      const { page } = visitor
      const loading = page
        .getByRole('status', { name: 'Cargando' })
        .or(page.getByRole('status').filter({ hasText: 'Cargando' }))
        .or(page.getByPlaceholder('Cargando…'))
      const retry = page.getByRole('button', { name: 'Reintentar' })
      visitor.expectComplaint(/status of 503/)
      const answers = door.hold(visitor, reads)
      onTestFinished(answers.release)
      await visitor.visitEmpty(pathOf(screen))
      await answers.held
      await loading.first().waitFor()
      expect(await filled(visitor, screen).count()).toBe(0)
      await expectSound(visitor, 'loading', { onPhone: false })

      answers.fail()
      await page.getByRole('heading', { level: 1 }).waitFor()
      await passTime(page, async () => (await retry.count()) > 0)
      await retry.first().waitFor()
      await content(visitor)
        .getByText(/El portal no puede atenderle ahora mismo/)
        .first()
        .waitFor()
      expect(await filled(visitor, screen).count()).toBe(0)
      await expectSound(visitor, 'error', { onPhone: false })

      answers.release()
      while ((await retry.count()) > 0) {
        const before = await retry.count()
        await retry.first().click()
        await expect.poll(() => retry.count(), { interval: 20, timeout: 10_000 }).toBeLessThan(before)
      }
    }

    test(`BASE-14 EXP-20 ${who}: it says that it loads and when it fails; filled, it is sound, also on a phone`, async () => {
      const visitor = await visitorOf(who)
      if (screen.missing) visitor.expectComplaint(/status of 404/)
      if (reads.length > 0 && isFirst(screen)) await throughLoadingAndFailure(visitor)
      else await visitor.visit(pathOf(screen))
      await heading(visitor, screen.title).waitFor()
      await filled(visitor, screen).waitFor()
      await expectSound(visitor, 'filled')
      const frame = who === 'guest' || screen.route.startsWith('/auth') ? screen.route : who
      if (!framed.has(frame)) await expectSoundInDark(visitor)
      framed.add(frame)
    })

    for (const [other, says] of Object.entries(closed ?? {})) {
      test(`${other}: closed, it says so and shows nothing of it`, async () => {
        const visitor = await visitorOf(other as Who)
        if (screen.asks && says !== 'No tiene acceso a esta pantalla') visitor.expectComplaint(/status of 40[34]/)
        await visitor.visit(pathOf(screen))
        await heading(visitor, says).waitFor()
        await visitor.quiet()
        expect(await filled(visitor, screen).count()).toBe(0)
        await expectSound(visitor, 'closed', { onPhone: false })
      })
    }
  })
}
