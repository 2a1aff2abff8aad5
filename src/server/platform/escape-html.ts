const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** Escapes a text for an HTML element or attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, char => escapes[char]!)
