import type { Browser } from 'playwright-core'
import { csvRecord } from '#domain/supervision/register/package/csv.ts'
import { type DemoPortal, startDemoPortal } from '../demo/portal.ts'
import { Hand } from './hand.ts'
import { type Task, taskList } from './task-list.ts'

type Row = { name: string; clicks: number; keys: number; person: number; portal: number | null }

/** Does one task from the start screen, or from the sign-in if there is no session. */
async function measure(browser: Browser, portal: DemoPortal, email: string | null, task: Task): Promise<Row> {
  const context = await browser.newContext({
    baseURL: portal.url,
    locale: 'es-ES',
    timezoneId: 'Europe/Madrid',
    viewport: { width: 1440, height: 900 },
    reducedMotion: 'reduce',
  })
  const hand = new Hand(await context.newPage())
  const { page } = hand
  page.setDefaultTimeout(10_000)
  if (email) {
    await page.addInitScript(
      kept => {
        for (const [key, value] of Object.entries(kept)) sessionStorage.setItem(key, value)
      },
      await portal.sessionOf(email),
    )
  }
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  await hand.quiet()
  const begin = performance.now()
  const done = await task.run(hand).then(
    () => true,
    error => {
      console.error(`${email ?? 'sign-in'}: ${task.name}: ${String(error).split('\n')[0]}`)
      return false
    },
  )
  const portalSeconds = (performance.now() - begin) / 1000
  await context.close()
  const { clicks, keys, seconds } = hand
  return { name: task.name, clicks, keys, person: seconds, portal: done ? portalSeconds : null }
}

/** Prints docs/measurements/tasks.csv. @returns whether every task came to its end. */
export async function reportTasks(browser: Browser): Promise<boolean> {
  const portal = await startDemoPortal()
  let complete = true
  const print = (cells: string[]) => console.log(csvRecord(cells).trimEnd())
  print(['role', 'task', 'clicks', 'keys', 'person_s', 'portal_s'])
  for (const [role, { email, tasks }] of Object.entries(taskList)) {
    for (const [index, task] of tasks.entries()) {
      const {
        name,
        clicks,
        keys,
        person,
        portal: seconds,
      } = await measure(browser, portal, index === 0 ? null : email, task)
      complete &&= seconds !== null
      print([role, name, String(clicks), String(keys), person.toFixed(0), seconds?.toFixed(1) ?? 'not done'])
    }
  }
  await portal.stop()
  return complete
}
