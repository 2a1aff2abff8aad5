import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/* A server that exposes files and addresses on purpose. */

/** The expected findings, each alone. */
export const planted: Record<string, RegExp> = {
  'a repository': /GET \/\.git\/config: 200/,
  'a copy': /GET \/backup\.zip: 200/,
  'a console': /GET \/admin: 200/,
  'a way out of its folder': /GET \/(\.\.%2f)+etc\/passwd: 200/,
  'a call without a session': /GET \/api\/v1\/users\/: 200/,
  'a page where a file was asked for': /GET \/config\.ts: 200/,
  'a fall': /GET \/server-status: 500/,
  'its own folders': /GET \/debug: 404 says .*at Object/,
  'its SQL': /GET \/'?.*: 400 says syntax error at/,
  'a place to write': /PUT \/: 200/,
  'another address by a header': /X-Original-URL: .* changes/,
  'another method by a header': /X-HTTP-Method-Override: .* changes/,
  'the host that it is told': /X-Forwarded-Host: .*(changes|evil)/,
  'a redirection': /GET \/\/evil\.example\/: 302/,
}

export async function startLab(page: Buffer): Promise<{ url: string; close(): void }> {
  const server = createServer((request, answer) => {
    const { method, headers } = request
    const address = `${headers['x-original-url'] ?? request.url}`
    const say = (status: number, text: string | Buffer) => answer.writeHead(status).end(text)
    if (method === 'PUT' || headers['x-http-method-override'] === 'PUT') return say(200, 'written')
    if (headers['x-forwarded-host']) return say(200, `<a href="//${headers['x-forwarded-host']}/">`)
    if (address.endsWith('%2fetc/passwd')) return say(200, 'root:x:0:0')
    if (['/.git/config', '/backup.zip', '/admin', '/api/v1/users/'].includes(address)) return say(200, 'laid open')
    if (['/', '/config.ts'].includes(address)) return say(200, page)
    if (address === '/server-status') return say(500, 'fallen')
    if (address === '/debug') return say(404, 'Error\n    at Object.run (/srv/app.ts:7:1)')
    if (address === "/'") return say(400, `syntax error at or near "'"`)
    if (address.startsWith('//')) return answer.writeHead(302, { location: address }).end()
    return say(404, '')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }
}
