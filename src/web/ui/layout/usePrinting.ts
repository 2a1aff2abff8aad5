import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is being printed: what is only for paper is made then, before the browser takes its picture. */
export function usePrinting(): boolean {
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const media = matchMedia('print')
    const begin = () => flushSync(() => setPrinting(true))
    const follow = () => (media.matches ? begin() : setPrinting(false))
    window.addEventListener('beforeprint', begin)
    window.addEventListener('afterprint', follow)
    media.addEventListener('change', follow)
    return () => {
      window.removeEventListener('beforeprint', begin)
      window.removeEventListener('afterprint', follow)
      media.removeEventListener('change', follow)
    }
  }, [])
  return printing
}
