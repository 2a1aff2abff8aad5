/** What of a page is asked here. */
type Features = { isSecureContext?: boolean; SecurityPolicyViolationEvent?: unknown }

/**
 * What a browser lacks of what docs/security.md asks of it, in words; empty when it has everything. Modules and JavaScript
 * need no question: without them nothing of this runs, and the page says so itself.
 */
export function missingFeatures({ isSecureContext, SecurityPolicyViolationEvent }: Features): string[] {
  return [
    ...(isSecureContext === false ? ['conexión cifrada'] : []),
    ...(SecurityPolicyViolationEvent === undefined ? ['Content Security Policy'] : []),
  ]
}
