/** Browser features to check. */
type Features = { isSecureContext?: boolean; SecurityPolicyViolationEvent?: unknown }

/**
 * Features required by docs/security.md that the browser lacks, as text; empty when it has all. Modules and JavaScript
 * need no check: without them this code does not run, and the page says so itself.
 */
export function missingFeatures({ isSecureContext, SecurityPolicyViolationEvent }: Features): string[] {
  return [
    ...(isSecureContext === false ? ['conexión cifrada'] : []),
    ...(SecurityPolicyViolationEvent === undefined ? ['Content Security Policy'] : []),
  ]
}
