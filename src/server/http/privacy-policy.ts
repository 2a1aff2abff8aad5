import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/platform/settings/settings.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

type Policy = Pick<Settings, 'privacyPolicy' | 'production'>

/** The policy of the demo (tools/demo-files/privacy-policy.ts). */
const ofTheDemo = join(import.meta.dirname, '../../web/app/public/privacyPolicy.pdf')

/**
 * Checks the policy that users accept, before anything else starts.
 * @throws SettingsError in production without one or with that of the demo, and for a file that is no PDF.
 */
export function checkPrivacyPolicy({ privacyPolicy, production }: Policy): void {
  if (privacyPolicy === null) {
    if (!production) return
    throw new SettingsError(
      'PRIVACY_POLICY is required in production: users accept it at their first sign-in, and the text of the demo names ' +
        'an invented company. Give the path of a PDF with your own; tools/demo-files/privacy-policy.ts may serve as a start.',
    )
  }
  const bytes = readFileSync(privacyPolicy)
  if (!bytes.subarray(0, 1024).includes('%PDF-')) {
    throw new SettingsError(`PRIVACY_POLICY: ${privacyPolicy} is not a PDF.`)
  }
  if (production && bytes.equals(readFileSync(ofTheDemo))) {
    throw new SettingsError(
      `PRIVACY_POLICY: ${privacyPolicy} is the text of the demo, which names an invented company. Give your own.`,
    )
  }
}

/** Serves the operator's policy in place of the demo's. It is read once, like the pages. */
export function servePrivacyPolicy(fastify: FastifyInstance, { privacyPolicy }: Policy): void {
  if (privacyPolicy === null) return
  const bytes = readFileSync(privacyPolicy)
  fastify.get('/privacyPolicy.pdf', (_request, reply) =>
    reply.type('application/pdf').header('cache-control', 'no-cache').send(bytes),
  )
}
