import { type ComponentType, useEffect, useState } from 'react'
import { t } from '#domain/language/translate.ts'
import { showError } from '#web/ui/feedback/messages.ts'
import { type Late, partMissing, useLate } from '#web/ui/late.ts'

type Openable = { opened: boolean; onClose: () => void }

/** A window whose code is loaded when it is first opened. */
export function LateWindow<Props extends Openable>({ of, ...rest }: { of: Late<ComponentType<Props>> } & Props) {
  const props = rest as unknown as Props
  const { opened, onClose } = props
  const [asked, setAsked] = useState(opened)
  if (opened && !asked) setAsked(true)
  const { part: Window, failed } = useLate(of, asked)
  // Closed at first: a window remembers the focus that it gives back when it opens, not when it appears.
  const [stood, setStood] = useState(false)
  const stands = Window !== null
  useEffect(() => setStood(stands), [stands])
  useEffect(() => {
    if (!opened || !failed) return
    showError(t(partMissing))
    onClose()
  }, [opened, failed, onClose])
  return Window ? <Window {...props} opened={opened && stood} /> : null
}
