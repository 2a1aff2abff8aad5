import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Settings } from '#server/platform/settings/settings.ts'
import { SettingsError } from '#server/platform/settings/settings.ts'

type Policy = Pick<Settings, 'privacyPolicy' | 'englishPolicy' | 'production'>

/** The policy of the demo (tools/demo-files/privacy-policy.ts). */
const ofTheDemo = join(import.meta.dirname, '../../web/app/public/privacyPolicy.pdf')

const isPdf = (bytes: Buffer) => bytes.subarray(0, 1024).includes('%PDF-')

/**
 * Checks the policy that users accept, before anything else starts.
 * @throws SettingsError in production without one or with that of the demo, and for a file that is no PDF.
 */
export function checkPrivacyPolicy({ privacyPolicy, englishPolicy, production }: Policy): void {
  if (englishPolicy !== null && !isPdf(readFileSync(englishPolicy))) {
    throw new SettingsError(`PRIVACY_POLICY_ENGLISH: ${englishPolicy} is not a PDF.`)
  }
  if (privacyPolicy === null) {
    if (!production) return
    throw new SettingsError(
      'PRIVACY_POLICY is required in production: users accept it at their first sign-in, and the text of the demo names ' +
        'an invented company. Give the path of a PDF with your own; tools/demo-files/privacy-policy.ts may serve as a start.',
    )
  }
  const bytes = readFileSync(privacyPolicy)
  if (!isPdf(bytes)) {
    throw new SettingsError(`PRIVACY_POLICY: ${privacyPolicy} is not a PDF.`)
  }
  if (production && bytes.equals(readFileSync(ofTheDemo))) {
    throw new SettingsError(
      `PRIVACY_POLICY: ${privacyPolicy} is the text of the demo, which names an invented company. Give your own.`,
    )
  }
}

/** Serves the operator's policy in place of the demo's, and its English text. They are read once, like the pages. */
export function servePrivacyPolicy(fastify: FastifyInstance, { privacyPolicy, englishPolicy }: Policy): void {
  for (const [path, file] of [
    ['/privacyPolicy.pdf', privacyPolicy],
    ['/privacyPolicy.en.pdf', englishPolicy],
  ] as const) {
    if (file === null) continue
    const bytes = readFileSync(file)
    fastify.get(path, (_request, reply) =>
      reply.type('application/pdf').header('cache-control', 'no-cache').send(bytes),
    )
  }
}
