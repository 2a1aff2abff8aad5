import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'

/* A user without a mouse: everything by keys, with the focus always visible and never lost. */

/** More Tab stops than any screen should need within a task. */
const BOUND = 90

const hasFocus = (control: Locator) => control.evaluate(element => element === document.activeElement)

/** The look of a control and its surroundings; a visible focus changes it. */
const lookOf = (control: Locator): Promise<string> =>
  control.evaluate(element => {
    const around = [element, element.parentElement, element.parentElement?.parentElement, element.nextElementSibling]
    return around
      .filter(each => each != null)
      .map(each => {
        const { outlineStyle, outlineWidth, outlineColor, boxShadow, borderColor } = getComputedStyle(each)
        return [outlineStyle, outlineStyle === 'none' ? '' : outlineWidth + outlineColor, boxShadow, borderColor].join()
      })
      .join(' / ')
  })

/** Presses Tab (with `back`, Shift+Tab) until the control has the focus, and checks that it is visible. */
export async function tabTo(page: Page, control: Locator, { back = false } = {}): Promise<void> {
  await control.waitFor()
  if (await hasFocus(control)) return
  const before = await lookOf(control)
  const stops: string[] = []
  for (let steps = 0; !(await hasFocus(control)); steps++) {
    if (steps === BOUND) throw new Error(`${control} was not reached by Tab, which stopped at: ${stops.join(' | ')}`)
    await page.keyboard.press(back ? 'Shift+Tab' : 'Tab')
    stops.push(await page.evaluate(nameOfFocus))
  }
  expect(await lookOf(control), `${control} shows that it has the focus`).not.toBe(before)
}

/** Moves to a control and presses it. */
export async function press(page: Page, control: Locator, { back = false, key = 'Enter' } = {}): Promise<void> {
  await tabTo(page, control, { back })
  await page.keyboard.press(key)
}

/** Moves to a field and overwrites it. */
export async function write(page: Page, field: Locator, text: string): Promise<void> {
  await tabTo(page, field)
  await page.keyboard.press('Control+A')
  await page.keyboard.type(text)
}

/** The active option, as announced to a screen reader; null without one. */
export const litOption = (select: Locator): Promise<string | null> =>
  select.evaluate(
    input => document.getElementById(input.getAttribute('aria-activedescendant') ?? '')?.textContent ?? null,
  )

/** Opens a select and moves down to an option. */
export async function chooseByKeys(page: Page, select: Locator, option: RegExp): Promise<void> {
  await tabTo(page, select)
  const options = page.getByRole('option').filter({ visible: true })
  if ((await options.count()) === 0) await page.keyboard.press('ArrowDown')
  await options.filter({ hasText: option }).first().waitFor()
  for (let steps = 0; !option.test((await litOption(select)) ?? ''); steps++) {
    if (steps > 40) throw new Error(`no option ${option} is reached by the arrows`)
    await page.keyboard.press('ArrowDown')
  }
  await page.keyboard.press('Enter')
}

/** Opens the file dialog with Enter and picks a file. */
export async function pickByKeys(page: Page, button: Locator, path: string): Promise<void> {
  await tabTo(page, button)
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.keyboard.press('Enter')])
  await chooser.setFiles(path)
}

/** Signs in with the keyboard alone. */
export async function signInByKeys(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/auth/sign-in')
  await expectFocus(page.getByLabel('Correo electrónico'))
  await page.keyboard.type(email)
  await write(page, page.getByLabel('Contraseña', { exact: true }), password)
  await page.keyboard.press('Enter')
  await page.waitForURL(url => !url.pathname.endsWith('/sign-in'))
  await expectArrived(page)
}

/** The control has the focus, for example after a window closed. */
export async function expectFocus(control: Locator): Promise<void> {
  await control.waitFor()
  await expect.poll(() => hasFocus(control), { message: `${control} has the focus`, timeout: 10_000 }).toBe(true)
}

/** The focus is inside it: in an opened window or panel. */
export async function expectFocusIn(frame: Locator): Promise<void> {
  await frame.waitFor()
  const inside = () => frame.evaluate(element => element.contains(document.activeElement))
  await expect.poll(inside, { message: `the focus is in ${frame}`, timeout: 10_000 }).toBe(true)
}

/** Another screen or step starts with the focus on its page. */
export async function expectArrived(page: Page): Promise<void> {
  await expectFocusIn(page.getByRole('main'))
}

function nameOfFocus(): string {
  const element = document.activeElement
  if (!element || element === document.body) return '(nothing)'
  const name = element.getAttribute('aria-label') || element.textContent || element.id
  return `${element.tagName.toLowerCase()} ${name.trim().slice(0, 30)}`
}
