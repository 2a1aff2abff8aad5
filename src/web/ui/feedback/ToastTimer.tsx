import { useEffect, useRef } from 'react'

/** Ends a toast `time` ms after neither the pointer nor the focus is on it. */
export function ToastTimer({ time, onEnd }: { time: number; onEnd: () => void }) {
  const ref = useRef<HTMLSpanElement>(null)
  const end = useRef(onEnd)
  end.current = onEnd
  useEffect(() => {
    const toast = ref.current?.closest<HTMLElement>('.mantine-Notification-root')
    if (!toast) return
    let timer = setTimeout(() => end.current(), time)
    const hold = () => clearTimeout(timer)
    const release = () => {
      clearTimeout(timer)
      if (!toast.matches(':hover, :focus-within')) timer = setTimeout(() => end.current(), time)
    }
    // During focusout the focus has not reached its new element.
    const releaseSoon = () => queueMicrotask(release)
    // A toast that appears under a resting pointer is not held: the browser sends `pointerenter`, but no move.
    toast.addEventListener('pointermove', hold)
    toast.addEventListener('pointerleave', releaseSoon)
    toast.addEventListener('focusin', hold)
    toast.addEventListener('focusout', releaseSoon)
    return () => {
      clearTimeout(timer)
      toast.removeEventListener('pointermove', hold)
      toast.removeEventListener('pointerleave', releaseSoon)
      toast.removeEventListener('focusin', hold)
      toast.removeEventListener('focusout', releaseSoon)
    }
  }, [time])
  return <span ref={ref} hidden />
}
