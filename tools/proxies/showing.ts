import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

type Upload = { size: number; firstByteBeforeLast: boolean; headers: IncomingHttpHeaders }

/** A server behind a proxy that shows how requests and answers pass it. */
export async function startShowing() {
  let upload: Upload = { size: 0, firstByteBeforeLast: false, headers: {} }
  const server = createServer(async (request, response) => {
    if (request.url === '/events') {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (let event = 0; event < 4; event++) {
        response.write(`data: ${event}\n\n`)
        await sleep(150)
      }
    } else if (request.url === '/upload') {
      const times: number[] = []
      let size = 0
      for await (const piece of request) {
        times.push(performance.now())
        size += (piece as Buffer).length
      }
      upload = { size, firstByteBeforeLast: times.at(-1)! - times[0]! > 300, headers: request.headers }
    }
    response.end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const stop = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close').catch(() => undefined)
  }
  return { port: (server.address() as AddressInfo).port, lastUpload: () => upload, stop }
}
