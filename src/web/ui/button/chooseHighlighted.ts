/** Mantine's selectors for the highlighted option and the selected one. */
const LIT = '[data-combobox-selected]'
const CHOSEN = '[data-combobox-active]'

/**
 * Enter in an open list chooses the highlighted option, or closes the list when the field still shows the selected one.
 * Mantine chooses by index, and after a new answer of the server that index holds another option: CCI could create a
 * user for the wrong organization.
 */
export function chooseHighlighted(event: KeyboardEvent): void {
  if (event.key !== 'Enter' || event.isComposing || !(event.target instanceof HTMLElement)) return
  if (event.target.getAttribute('aria-haspopup') !== 'listbox') return
  const list = document.getElementById(event.target.getAttribute('aria-controls') ?? '')
  if (!list) return
  // Capture phase, before Mantine reads the index; a form still receives the event.
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
