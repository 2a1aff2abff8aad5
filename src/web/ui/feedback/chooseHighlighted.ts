/** What Mantine marks as the option that the arrows have come to, and the one that is chosen already. */
const LIT = '[data-combobox-selected]'
const CHOSEN = '[data-combobox-active]'

/**
 * Enter in an open list of options chooses the one that is lit, or closes the list where the field still shows what is
 * chosen. Mantine goes by its number, and when an answer of the server has changed the list since, another stands there:
 * CCI would make a user for another organisation than it had in view.
 */
export function chooseHighlighted(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLElement)) return
  if (event.target.getAttribute('aria-haspopup') !== 'listbox') return
  const list = document.getElementById(event.target.getAttribute('aria-controls') ?? '')
  if (!list) return
  // Heard before anybody else, so that the number is not asked; a form hears of it as from any field.
  event.stopPropagation()
  const option = list.querySelector<HTMLElement>(LIT) ?? shownIn(event.target, list)
  if (!option) return
  event.preventDefault()
  option.click()
}

function shownIn(field: HTMLElement, list: HTMLElement): HTMLElement | null {
  const text = field instanceof HTMLInputElement ? field.value : ''
  const chosen = list.querySelector<HTMLElement>(CHOSEN)
  return text !== '' && chosen?.textContent.startsWith(text) ? chosen : null
}
