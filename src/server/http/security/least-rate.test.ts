import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, onTestFinished, test, vi } from 'vitest'
import { demandLeastRates } from '#server/http/security/least-rate.ts'

test('a request that arrives after its connection closed causes no error', async () => {
  const failed = vi.fn()
  const server = createServer()
  const rate = { bytes: 1, withinMs: 20 }
  demandLeastRates(server, { arriving: rate, leaving: rate, secure: false })
  process.prependListener('uncaughtException', failed)
  onTestFinished(() => {
    process.off('uncaughtException', failed)
    server.close()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.write('GET / HTTP/1.1\r\nhost: portal.example\r\n\r\n')
  const [request, response] = (await once(server, 'request')) as [IncomingMessage, ServerResponse]
  client.destroy()
  await once(request.socket, 'close')
  server.emit('request', request, response)
  await pause(3 * rate.withinMs)
  expect(failed).not.toHaveBeenCalled()
})
