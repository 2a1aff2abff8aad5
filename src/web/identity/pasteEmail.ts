import type { ClipboardEvent } from 'react'
import { readPastedEmail } from '#domain/values/contact/pasted-email.ts'

/** For a single e-mail field: a pasted address loses the name, `mailto:` or semicolon around it. */
export const pasteEmail = (put: (email: string) => void) => (event: ClipboardEvent<HTMLInputElement>) => {
  if (event.currentTarget.readOnly) return
  const text = event.clipboardData.getData('text')
  const email = readPastedEmail(text)
  // Text pasted into the middle, and a plain address, are left to the browser.
  if (!email || email === text.trim().toLowerCase()) return
  event.preventDefault()
  put(email)
}
