/** Gives the focus to a list whose row has gone and took the focus along, once the list is drawn without it. */
export function keepFocus(list: HTMLElement | null): void {
  setTimeout(() => {
    if (document.activeElement === document.body) list?.focus({ preventScroll: true })
  }, 50)
}
