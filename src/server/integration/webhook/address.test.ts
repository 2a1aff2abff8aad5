import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isPublicAddress, lookUpTarget } from '#server/integration/webhook/address.ts'
import { post } from '#server/integration/webhook/send.ts'
import { certificate } from '#test/support/certificate.ts'
import { receiver } from '#test/support/integrations.ts'

/* A webhook never reaches the inside: shown for every kind of address, name and answer that could lead there. */

describe('HOOK-08: an address of the inside', () => {
  const inside = {
    loopback: ['127.0.0.1', '127.255.255.254', '::1'],
    private: ['10.0.0.1', '10.255.255.255', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
    'link-local, with the metadata of clouds': ['169.254.0.1', '169.254.169.254', 'fe80::1', 'fe80::1%eth0', 'febf::1'],
    'unique local': ['fc00::1', 'fd00:ec2::254', 'fdff:ffff::1'],
    'IPv4-mapped': ['::ffff:127.0.0.1', '::ffff:10.0.0.1', '::ffff:7f00:1', '::ffff:8.8.8.8'],
    'IPv4 in IPv6 otherwise': [
      '::127.0.0.1',
      '64:ff9b::7f00:1',
      '64:ff9b:1::1',
      '2002:7f00:1::1',
      '2001::1',
      '2001:0:53aa::1',
    ],
    unspecified: ['0.0.0.0', '0.1.2.3', '::'],
    'of a provider': ['100.64.0.1', '100.127.255.255'],
    'multicast and reserved': ['224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255', 'ff02::1', 'ff0e::1'],
    'documentation and tests': ['192.0.2.1', '198.51.100.1', '203.0.113.1', '198.18.0.1', '2001:db8::1', '3fff::1'],
    'special or site-local': ['192.0.0.8', '192.88.99.1', 'fec0::1', '100::1', '5f00::1', '2001:10::1', '2001:20::1'],
    'of an interface, whatever it is': ['2606:4700::1111%eth0', '2a00::1%2'],
    none: ['', 'localhost', '1.2.3', '8.8.8.8.', '8.8.8.8/32', 'example.com', '0x7f000001'],
  }
  for (const [kind, addresses] of Object.entries(inside)) {
    test.each(addresses)(`${kind}: %s`, address => expect(isPublicAddress(address)).toBe(false))
  }
})

test.each([
  ...['8.8.8.8', '1.1.1.1', '172.15.255.255', '172.32.0.1', '192.167.0.1', '100.63.255.255', '100.128.0.1'],
  ...['169.253.0.1', '126.255.255.255', '128.0.0.1', '223.255.255.255', '11.0.0.1', '2001:4860:4860::8888', '2a00::1'],
])('HOOK-08: %s is public', address => expect(isPublicAddress(address)).toBe(true))

const names: Record<string, string[]> = {
  'bueno.example': ['8.8.8.8'],
  'dentro.example': ['10.0.0.8'],
  'mixto.example': ['8.8.8.8', '10.0.0.8'],
  'mapeado.example': ['::ffff:10.0.0.8'],
}
const resolve = async (host: string) => {
  const found = names[host]
  if (!found) throw Object.assign(new Error('not found'), { code: 'ENOTFOUND' })
  return found
}
const fate = (url: string, allowsPrivate = false) =>
  lookUpTarget(url, { resolve, allowsPrivate }).then(
    ({ addresses }) => addresses.join(),
    error => error.fault,
  )

test.each([
  ['https://bueno.example/x', '8.8.8.8'],
  ['https://dentro.example/x', 'address'],
  ['https://mixto.example/x', 'address'],
  ['https://mapeado.example/x', 'address'],
  ['https://nadie.example/x', 'name'],
  ['https://127.0.0.1/', 'address'],
  ['https://[::1]/', 'address'],
  ['https://[::ffff:127.0.0.1]/', 'address'],
  ['https://[fd00::1]/', 'address'],
  ['https://169.254.169.254/latest/meta-data', 'address'],
  // Other ways to write 127.0.0.1, which the system would understand.
  ['https://2130706433/', 'address'],
  ['https://0x7f.1/', 'address'],
  ['https://0177.0.0.1/', 'address'],
  ['https://127.1/', 'address'],
  ['https://①②⑦.⓪.⓪.①/', 'address'],
  ['http://bueno.example/x', 'address'],
  ['https://ana@bueno.example/x', 'address'],
])('HOOK-08: %s leads to %s', async (url, wanted) => expect(await fate(url)).toBe(wanted))

test('HOOK-08: a name of this machine resolves to the inside', async () => {
  await expect(lookUpTarget('https://localhost/')).rejects.toMatchObject({ fault: 'address' })
})

test('HOOK-08: where tests may, private addresses and http are allowed, and user information is not', async () => {
  expect(await fate('http://dentro.example/x', true)).toBe('10.0.0.8')
  expect(await fate('http://127.0.0.1:9/x', true)).toBe('127.0.0.1')
  expect(await fate('http://ana@dentro.example/x', true)).toBe('address')
})

describe('a receiver', () => {
  const authority = certificate('Autoridad de prueba', { authority: true })
  const certified = certificate('grc.banco.example', { by: authority })
  let good: Awaited<ReturnType<typeof receiver>>
  let inside: Awaited<ReturnType<typeof receiver>>
  beforeAll(async () => {
    inside = await receiver()
    good = await receiver(({ path }) => {
      if (path === '/calla') return null
      return path === '/salta' ? { status: 307, headers: { location: `${inside.url}/secreto` } } : 200
    }, certified)
  })
  afterAll(() => Promise.all([good.stop(), inside.stop()]))
  const to = (path: string, host = 'grc.banco.example') => ({
    url: new URL(`https://${host}:${good.port}${path}`),
    addresses: ['127.0.0.1'],
  })
  const send = (target: ReturnType<typeof to>, more = {}) =>
    post(target, '{"a":1}', { 'webhook-id': 'x' }, { ca: authority.cert, ...more })

  test('HOOK-08: is reached at the address that was checked, under its own name, with a certificate for it', async () => {
    expect(await send(to('/hola?de=portal'))).toEqual({ answer: 200 })
    expect(good.got.at(-1)).toMatchObject({ path: '/hola?de=portal', body: '{"a":1}' })
    expect(good.got.at(-1)!.headers).toMatchObject({
      host: `grc.banco.example:${good.port}`,
      'webhook-id': 'x',
      'content-type': 'application/json; charset=utf-8',
    })
    expect(await send(to('/hola', 'otro.banco.example'))).toEqual({ fault: 'certificate' })
    expect(await post(to('/hola'), '{}', {})).toEqual({ fault: 'certificate' })
  })

  test('HOOK-08: a name that changes its address between check and connection changes nothing', async () => {
    // The second answer of the name server would lead inside.
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    let asked = 0
    const changing = async () => answers[Math.min(asked++, 1)]!
    const target = await lookUpTarget(`https://localhost:${inside.port}/`, { resolve: changing })
    expect([target.addresses, asked]).toEqual([['8.8.8.8'], 1])
    const before = inside.got.length
    // Nothing answers in documentation's network, and no other address is tried.
    const outcome = await post({ ...target, addresses: ['192.0.2.1'] }, '{}', {}, { withinMs: 200 })
    expect(outcome).toHaveProperty('fault')
    expect([inside.got.length, asked]).toEqual([before, 1])
  })

  test('HOOK-08: a redirect is an answer, and is not followed', async () => {
    expect(await send(to('/salta'))).toEqual({ answer: 307 })
    expect(inside.got).toEqual([])
  })

  test('HOOK-08: uses the first checked address that connects', async () => {
    const target = to('/hola')
    // Documentation's networks lead nowhere; nothing listens on the second.
    for (const dead of [['2001:db8::1'], ['127.0.0.9'], ['192.0.2.1', '2001:db8::1', '127.0.0.9']]) {
      const addresses = [...dead, ...target.addresses]
      expect(await send({ ...target, addresses }), dead.join()).toEqual({ answer: 200 })
    }
    expect(await send({ ...target, addresses: ['127.0.0.9', '2001:db8::1'] })).toEqual({ fault: 'connection' })
  })

  test('HOOK-11: gives up on a receiver that does not answer in time', async () => {
    expect(await send(to('/calla'), { withinMs: 100 })).toEqual({ fault: 'timeout' })
  })

  test('an absent receiver counts as no connection', async () => {
    const gone = await receiver()
    await gone.stop()
    expect(await post({ url: new URL(gone.url), addresses: ['127.0.0.1'] }, '{}', {})).toEqual({ fault: 'connection' })
  })
})
