const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text as it stands in a page, within an element or an attribute. */
export const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, char => escapes[char]!)
