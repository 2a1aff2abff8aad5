import { useEffect, useRef } from 'react'

/** Ends a toast after `time` ms, counted anew each time neither the pointer nor the focus is on it any more. */
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
    // While focusout is told the focus has not arrived anywhere else yet.
    const releaseSoon = () => queueMicrotask(release)
    toast.addEventListener('pointerenter', hold)
    toast.addEventListener('pointerleave', releaseSoon)
    toast.addEventListener('focusin', hold)
    toast.addEventListener('focusout', releaseSoon)
    return () => {
      clearTimeout(timer)
      toast.removeEventListener('pointerenter', hold)
      toast.removeEventListener('pointerleave', releaseSoon)
      toast.removeEventListener('focusin', hold)
      toast.removeEventListener('focusout', releaseSoon)
    }
  }, [time])
  return <span ref={ref} hidden />
}
