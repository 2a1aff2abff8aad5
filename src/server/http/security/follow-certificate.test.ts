import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { certificateOf, followCertificate } from '#server/http/security/follow-certificate.ts'
import { certificate } from '#test/support/certificate.ts'

test('a certificate that cannot be looked at is an alarm, once, and ends nothing', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almotacen-certificate-'))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const pair = certificate('localhost')
  writeFileSync(files.cert, pair.cert)
  writeFileSync(files.key, pair.key)
  const server = createServer(certificateOf(files))
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = followCertificate(server, files, 2000)
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
    written.mockRestore()
    rmSync(folder, { recursive: true })
  })
  rmSync(files.cert)
  symlinkSync(files.cert, files.cert)
  vi.advanceTimersByTime(20_000)
  const lines = written.mock.calls.map(([line]) => String(line)).filter(line => line.includes('alarm'))
  expect(lines).toEqual([expect.stringContaining('ELOOP')])
})

test('a certificate is taken once when it is renewed, and not again at each look', () => {
  const folder = mkdtempSync(join(tmpdir(), 'almotacen-certificate-'))
  const files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') }
  const renew = () => {
    const pair = certificate('localhost')
    writeFileSync(files.cert, pair.cert)
    writeFileSync(files.key, pair.key)
  }
  renew()
  const server = createServer(certificateOf(files))
  const taken = vi.spyOn(server, 'setSecureContext')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const stop = followCertificate(server, files, 2000)
  onTestFinished(() => {
    stop()
    vi.useRealTimers()
    rmSync(folder, { recursive: true })
  })
  vi.advanceTimersByTime(20_000)
  expect(taken).toHaveBeenCalledTimes(0)
  renew()
  vi.advanceTimersByTime(20_000)
  expect(taken).toHaveBeenCalledTimes(1)
})
