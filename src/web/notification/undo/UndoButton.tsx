import { Button } from '@mantine/core'
import { IconArrowBackUp } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { UNDO_SECONDS } from '#domain/notification/undo/undo.ts'
import classes from './UndoButton.module.css'

/** Whether Ctrl+Z undoes typing there. */
const isTyping = (target: EventTarget | null) =>
  (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) && target.value !== ''

/** The buttons on the screen. Ctrl+Z presses the newest one. */
const shown: HTMLButtonElement[] = []

function onKey(event: KeyboardEvent): void {
  if (event.key.toLowerCase() !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
  if (isTyping(event.target)) return
  event.preventDefault()
  shown.at(-1)?.click()
}

/** Undoes an act for as long as the server takes it back, then disappears. */
export function UndoButton({ onUndo }: { onUndo: () => Promise<unknown> }) {
  const ref = useRef<HTMLButtonElement>(null)
  const [state, setState] = useState<'ready' | 'undoing' | 'over'>('ready')
  useEffect(() => {
    const timer = setTimeout(() => setState('over'), UNDO_SECONDS * 1000)
    return () => clearTimeout(timer)
  }, [])
  useEffect(() => {
    const button = ref.current
    if (!button || state === 'over') return
    if (shown.push(button) === 1) document.addEventListener('keydown', onKey)
    return () => {
      shown.splice(shown.indexOf(button), 1)
      if (shown.length === 0) document.removeEventListener('keydown', onKey)
    }
  }, [state])
  if (state === 'over') return null
  const undo = async () => {
    setState('undoing')
    await onUndo()
    setState('over')
  }
  return (
    <span className={classes.root}>
      <Button
        ref={ref}
        size="xs"
        leftSection={<IconArrowBackUp />}
        aria-keyshortcuts="Control+Z"
        loading={state === 'undoing'}
        onClick={() => void undo()}
      >
        {t('Deshacer')}
      </Button>
      <span className="vh">{t`Puede deshacerlo durante ${UNDO_SECONDS} segundos, también con Control y Z.`}</span>
    </span>
  )
}
