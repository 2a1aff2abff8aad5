import { notifications, useNotifications } from '@mantine/notifications'
import { useEffect, useState } from 'react'
import { showError, showNotice } from '#web/ui/feedback/messages.ts'
import { late, useLate } from '#web/ui/late.ts'

const container = late(() => import('#web/ui/feedback/ToastContainer.tsx').then(module => module.ToastContainer))

/**
 * Container of showToast. ThemeProvider mounts it once. A toast follows what the user does, so its code is loaded with the
 * first press or key.
 */
export function Toasts() {
  const [acted, setActed] = useState(false)
  useEffect(() => {
    const act = () => setActed(true)
    const listening = new AbortController()
    for (const name of ['pointerdown', 'keydown']) {
      document.addEventListener(name, act, { capture: true, once: true, signal: listening.signal })
    }
    return () => listening.abort()
  }, [])
  const { notifications: shown } = useNotifications()
  const { part: ToastContainer, failed } = useLate(container, acted || shown.length > 0)
  useEffect(() => {
    if (!failed || shown.length === 0) return
    // Without the network the bar says it: what it needs is there.
    for (const { title, role } of shown) (role === 'alert' ? showError : showNotice)(String(title))
    notifications.clean()
  }, [failed, shown])
  return ToastContainer ? <ToastContainer /> : null
}
