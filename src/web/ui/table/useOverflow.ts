import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether an element scrolls sideways and so must be reachable by keyboard. */
export function useOverflow<E extends HTMLElement>(): [RefObject<E | null>, boolean] {
  const ref = useRef<E>(null)
  const [overflows, setOverflows] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (!element) return
    const observer = new ResizeObserver(() => setOverflows(element.scrollWidth > element.clientWidth + 1))
    observer.observe(element)
    if (element.firstElementChild) observer.observe(element.firstElementChild)
    return () => observer.disconnect()
  }, [])
  return [ref, overflows]
}
