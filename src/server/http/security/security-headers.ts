/** The path that receives browsers' content security policy reports. */
export const CSP_REPORTS = '/csp-reports'

const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  // The component library sets style attributes and one style element; styles cannot run scripts.
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "worker-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  // Text becomes markup or code only through the page's own policy (src/web/app/hardening.ts).
  "require-trusted-types-for 'script'",
  'trusted-types default',
  `report-uri ${CSP_REPORTS}`,
  'report-to csp',
].join('; ')

/** The policy of the PDF worker, whose decoders of scans are WebAssembly. A worker has its own policy, not its page's. */
export const workerPolicy = contentSecurityPolicy.replace("script-src 'self'", "script-src 'self' 'wasm-unsafe-eval'")

/** The headers of every response, whatever its status. */
export const securityHeaders: Record<string, string> = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'strict-transport-security': 'max-age=31536000; includeSubDomains',
  'permissions-policy': 'camera=(), geolocation=(), microphone=()',
  'reporting-endpoints': `csp="${CSP_REPORTS}"`,
  'content-security-policy': contentSecurityPolicy,
}
