import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { firstCharacters } from '#domain/values/cut.ts'
import type { Limiter } from '#server/http/security/limiter.ts'
import { CSP_REPORTS } from '#server/http/security/security-headers.ts'
import { addressKey } from '#server/platform/address-key.ts'

const short = z
  .string()
  .transform(text => firstCharacters(text, 200))
  .optional()
/** Both report formats of browsers: the old single report and the list of the Reporting API. */
const report = z.union([
  z.object({ 'csp-report': z.object({ 'effective-directive': short, 'blocked-uri': short }) }),
  z.array(z.object({ body: z.object({ effectiveDirective: short, blockedURL: short }) })).max(20),
])

/** The blocked resource; never the page's address, which can name people. */
function stopped(value: z.output<typeof report>): { directive?: string; blocked?: string }[] {
  const found = Array.isArray(value)
    ? value.map(({ body }) => ({ directive: body.effectiveDirective, blocked: body.blockedURL }))
    : [{ directive: value['csp-report']['effective-directive'], blocked: value['csp-report']['blocked-uri'] }]
  return found.map(({ directive, blocked }) => ({ directive, blocked: blocked?.split(/[?#]/)[0] }))
}

/** Receives browsers' content security policy reports and logs each on one line. */
export function takeCspReports(fastify: FastifyInstance, limiter: Limiter): void {
  fastify.register(async scope => {
    scope.addContentTypeParser(
      ['application/csp-report', 'application/reports+json'],
      { parseAs: 'string', bodyLimit: 16 * 1024 },
      scope.getDefaultJsonParser('error', 'error'),
    )
    scope.post(CSP_REPORTS, async (request, reply) => {
      await limiter.take(`address:${addressKey(request.ip)}`, 'anonymous')
      const parsed = report.safeParse(request.body)
      if (parsed.success) {
        for (const each of stopped(parsed.data)) request.log.warn(each, 'csp-violation')
      }
      return reply.code(204).send()
    })
  })
}
