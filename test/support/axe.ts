import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type Axe from 'axe-core'
import type { Page } from 'playwright-core'
import { isFirefox } from '#test/support/firefox.ts'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const WCAG = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']

/** The scope of an axe run: a part of the page by selector, and elements by their index in the document's body. */
type Scope = { within?: string; texts?: number[] }

/**
 * The axe violations of a part of the current screen (WCAG 2.2 AA), the whole page by default. With `texts`, only the
 * contrast of these elements: it takes longer than all other rules together.
 */
async function accessibilityFaults(page: Page, { within, texts }: Scope = {}): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(AXE)
  return page.evaluate(
    async ({ part, indexes, tags }) => {
      const { axe } = globalThis as unknown as { axe: typeof Axe }
      const elements = document.body.querySelectorAll('*')
      const include = indexes ? indexes.flatMap(index => elements[index] ?? []) : [document.querySelector(part)!]
      if (include.length === 0) return []
      const { violations } = await axe.run(
        { include },
        {
          ...(indexes
            ? { runOnly: { type: 'rule' as const, values: ['color-contrast'] } }
            : { runOnly: { type: 'tag' as const, values: tags }, rules: { 'color-contrast': { enabled: false } } }),
          // Reporting passes takes longer than finding violations; and the portal has no frames.
          resultTypes: ['violations' as const],
          iframes: false,
          preload: false,
        },
      )
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(node => node.target.join(' ')).join(', ')}`)
    },
    { part: within ?? 'html', indexes: texts, tags: WCAG },
  )
}

/** What axe has checked in this worker: elements by all rules but contrast, and the colours of texts. */
const checked = { rules: new Set<string>(), contrast: new Set<string>() }

/** The parts of a page that are checked by themselves; what is outside of them is the frame. */
const PARTS = ['main', '[role=dialog]']

/**
 * The axe violations of the parts of the current screen that hold an element which axe has not checked in this worker
 * yet: its tag, roles, states, classes and colours, with those of its parent. Rows of a list and screens of one shared
 * component are the same elements with other texts. Contrast is checked of texts in new colours alone.
 * None in Firefox: axe reads the document, which is that of Chromium.
 */
export async function newAccessibilityFaults(page: Page, only?: 'contrast'): Promise<string[]> {
  if (isFirefox) return []
  const elements = await page.evaluate(parts => {
    const of = (element: Element): string => {
      const named = [...element.attributes].map(({ name, value }) => {
        if (name === 'style') return (value.match(/[^;]*(color|bg|background)[^;]*/g) ?? []).join()
        const says = /^(role|type|class|disabled|aria-(current|selected|checked|expanded|invalid|disabled))$/.test(name)
        // Identifiers are in data attributes too.
        return says || (name.startsWith('data-') && /^[a-z-]*$/.test(value)) ? `${name}=${value}` : name
      })
      return `${element.tagName} ${named.sort()} ${(element.textContent ?? '').trim() === '' ? 'empty' : ''}`
    }
    const hasText = (element: Element) =>
      element.matches('input, textarea, select') ||
      [...element.childNodes].some(node => node.nodeType === Node.TEXT_NODE && node.textContent?.trim())
    /** The colours that a text is drawn with, down to the first opaque one behind it. */
    const coloursOf = (element: Element): string => {
      const { color, fontSize, fontWeight } = getComputedStyle(element)
      const behind: string[] = []
      for (let at: Element | null = element; at; at = at.parentElement) {
        const { backgroundColor, backgroundImage, opacity } = getComputedStyle(at)
        behind.push(`${backgroundColor} ${backgroundImage} ${opacity}`)
        if (/^rgb\(/.test(backgroundColor)) break
      }
      // A control that is off may be pale.
      const off = element.closest('[disabled], [aria-disabled=true]') ? 'off' : ''
      return `${color} ${fontSize} ${fontWeight} on ${[...new Set(behind)]} ${off}`
    }
    return [...document.body.querySelectorAll('*')].map(element => {
      const part = parts.find(each => element.closest(each)) ?? 'html'
      const is = `${element.parentElement ? of(element.parentElement) : ''} > ${of(element)}`
      return { part, is, colours: hasText(element) ? coloursOf(element) : null }
    })
  }, PARTS)
  const texts = elements.flatMap(({ colours }, index) => (colours && !checked.contrast.has(colours) ? [index] : []))
  const faults = texts.length > 0 ? await accessibilityFaults(page, { texts }) : []
  if (faults.length === 0) for (const { colours } of elements) if (colours) checked.contrast.add(colours)
  if (only === 'contrast') return faults
  const unseen = elements.filter(({ is }) => !checked.rules.has(is))
  const parts = new Set(unseen.map(({ part }) => part))
  for (const within of parts.has('html') ? ['html'] : parts)
    faults.push(...(await accessibilityFaults(page, { within })))
  if (faults.length === 0) for (const { is } of unseen) checked.rules.add(is)
  return faults
}
