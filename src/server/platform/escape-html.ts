import { valueIn } from '#domain/values/certain.ts'

const escapes = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

/** Escapes a text for an HTML element or attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, char => valueIn(escapes, char))
