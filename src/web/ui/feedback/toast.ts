import { notifications } from '@mantine/notifications'
import { createElement, Fragment, type ReactNode } from 'react'
import { t } from '#domain/language/translate.ts'
import { ToastIcon } from '#web/ui/feedback/ToastIcon.tsx'
import { ToastTimer } from '#web/ui/feedback/ToastTimer.tsx'
import { partLanguage } from '#web/ui/language/spoken.ts'

export type ToastKind = 'done' | 'error' | 'warning'
export interface ToastInput {
  kind?: ToastKind
  title: string
  text?: ReactNode
  /** How long it shows, instead of `toastTime`. */
  seconds?: number
  /** Stays until the user closes it. */
  keep?: boolean
}

/** How long a toast shows, in ms (LIM-07). */
export const toastTime = 3000
let count = 0
/** Toasts that say only that something was done. */
const plain = new Set<string>()
const states: Record<ToastKind, string> = { done: 'DONE', error: 'REJECTED', warning: 'PENDING' }

/** Shows a toast for 3 s, held while the pointer or the focus is on it. Returns its id. */
export function showToast({ kind = 'done', title, text, seconds, keep }: ToastInput): string {
  const id = `aviso-${++count}`
  const time = seconds === undefined ? toastTime : seconds * 1000
  if (kind === 'done' && seconds === undefined && !keep) plain.add(id)
  const timer = keep ? null : createElement(ToastTimer, { time, onEnd: () => hideToast(id) })
  return notifications.show({
    id,
    title,
    message: createElement(Fragment, null, text, timer),
    // ToastTimer ends it: Mantine's timer pauses for the pointer, but not for the focus.
    autoClose: false,
    withBorder: true,
    icon: createElement(ToastIcon, { kind }),
    closeButtonProps: { 'aria-label': t('Cerrar el aviso') },
    role: kind === 'error' ? 'alert' : 'status',
    lang: partLanguage(),
    'data-s': states[kind],
  })
}

export function hideToast(id: string): void {
  plain.delete(id)
  notifications.hide(id)
}

/** Hides the toasts that would lie over the buttons of a window that opens. Errors, warnings and undo stay. */
export function hidePlainToasts(): void {
  for (const id of plain) hideToast(id)
}
