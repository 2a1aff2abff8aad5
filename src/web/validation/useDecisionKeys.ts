import { useLocalStorage } from '@mantine/hooks'
import { useEffect, useRef } from 'react'

const typing = 'input, textarea, select, [contenteditable], [role=menu], [role=listbox]'
const windows = '[role=dialog], [role=alertdialog]'

/** Whether the key press is text input, or belongs to a list or to an open window. */
function isForSomethingElse(target: EventTarget | null): boolean {
  return document.querySelector(windows) !== null || (target instanceof Element && target.closest(typing) !== null)
}

type Key = 'a' | 'r' | 'j' | 'k' | 'm' | 'v' | '?'

/**
 * Single-key shortcuts: in a review A accepts, R rejects, J and K go to the next and previous document; in the queue V
 * opens and M takes; anywhere ? lists the keys. An act that returns false leaves the key to others. They can be turned off, since speech input and slips press keys too (WCAG 2.1.4); the choice is remembered.
 */
export function useDecisionKeys(keys: Partial<Record<Key, () => unknown>> = {}) {
  const [enabled, setEnabled] = useLocalStorage({
    key: 'app__decision-keys',
    defaultValue: true,
    getInitialValueInEffect: false,
  })
  const latest = useRef(keys)
  latest.current = keys
  useEffect(() => {
    if (!enabled) return
    const listen = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return
      const act = latest.current[event.key.toLowerCase() as Key]
      if (!act || isForSomethingElse(event.target)) return
      if (act() !== false) event.preventDefault()
    }
    window.addEventListener('keydown', listen)
    return () => window.removeEventListener('keydown', listen)
  }, [enabled])
  return { enabled, setEnabled }
}
