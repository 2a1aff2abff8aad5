import type { ClipboardEvent } from 'react'
import { readPastedEmail } from '#domain/values/pasted-email.ts'

/** For a field of one address: what is copied with a name, `mailto:` or a semicolon around it takes its place bare. */
export const pasteEmail = (put: (email: string) => void) => (event: ClipboardEvent<HTMLInputElement>) => {
  if (event.currentTarget.readOnly) return
  const text = event.clipboardData.getData('text')
  const email = readPastedEmail(text)
  // A piece typed into the middle, and an address alone, are the browser's.
  if (!email || email === text.trim().toLowerCase()) return
  event.preventDefault()
  put(email)
}
