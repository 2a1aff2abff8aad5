import type { Locator, Page } from 'playwright-core'
import { quietOf } from '#test/support/quiet.ts'

/** Times of the keystroke-level model (Card, Moran and Newell), in seconds. */
const POINT_AND_CLICK = 1.3
const KEY = 0.28
const THINK = 1.35

/** Does what a user does, and counts it. */
export class Hand {
  clicks = 0
  keys = 0
  /** Decisions: each click, and each text. */
  private decisions = 0
  readonly page: Page
  /** Waits until the page has read what it shows. */
  readonly quiet: () => Promise<void>

  constructor(page: Page) {
    this.page = page
    this.quiet = quietOf(page.context())
  }

  async click(target: Locator): Promise<void> {
    this.clicks++
    this.decisions++
    await target.click()
  }

  /** Clicks into a field and types. A field that has the focus needs no click. */
  async type(field: Locator, text: string): Promise<void> {
    await field.waitFor()
    if (!(await field.evaluate(element => element === document.activeElement))) {
      this.clicks++
      await field.click()
    }
    this.decisions++
    this.keys += text.length
    await field.fill(text)
  }

  async press(key: string): Promise<void> {
    this.keys++
    await this.page.keyboard.press(key)
  }

  /** What a practised person needs for the same, without the portal's own time. */
  get seconds(): number {
    return this.clicks * POINT_AND_CLICK + this.keys * KEY + this.decisions * THINK
  }
}
