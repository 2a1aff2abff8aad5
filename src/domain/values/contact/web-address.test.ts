import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { normaliseWebAddress, webAddressRule } from '#domain/values/contact/web-address.ts'

const WRONG = 'Dirección web no válida. Ejemplo correcto: www.empresa.es'

describe('web address', () => {
  it.each([
    ['empresa.es', 'https://empresa.es'],
    [' www.Empresa.es ', 'https://www.empresa.es'],
    ['HTTP://Empresa.es', 'http://empresa.es'],
    ['https://empresa.es/Ruta/a?b=C&d#E', 'https://empresa.es/Ruta/a?b=C&d#E'],
    ['empresa.es:8443/x', 'https://empresa.es:8443/x'],
    ['empresa.es?x=1', 'https://empresa.es?x=1'],
    ['cañón.es', 'https://cañón.es'],
    ['xn--can-8ma.xn--p1ai', 'https://xn--can-8ma.xn--p1ai'],
  ])('understands %j as %s', (text, address) => {
    expect(webAddressRule(text)).toBeNull()
    expect(normaliseWebAddress(text)).toBe(address)
    expect(normaliseWebAddress(address)).toBe(address)
  })

  it.each([
    '',
    'empresa',
    'localhost',
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    'java\nscript:alert(1)',
    '\u0001javascript:alert(1)',
    'javascript://empresa.es/%0aalert(1)',
    'data:text/html,<b>',
    'vbscript:x.es',
    'file:///etc/passwd',
    'ftp://empresa.es',
    'mailto:ana@empresa.es',
    'ana@empresa.es',
    '//empresa.es',
    'https:/empresa.es',
    'https:empresa.es',
    'https://banco.es@otro.es',
    'https://banco.es:443@otro.es',
    'http://127.0.0.1',
    'http://[::1]',
    'http://2130706433',
    'https://empresa.es\\@otro.es',
    'https://empresa.es/"onclick="x',
    'https://empresa.es/<script>',
    'https://empresa.es/a b',
    'https://empresa.es/\u202egpj',
    'https://-empresa.es',
    'https://empresa..es',
    'empresa.es:65536',
    'empresa.es:',
    `https://empresa.es/${'a'.repeat(2000)}`,
  ])('refuses %j', text => expect(webAddressRule(text)).toBe(WRONG))

  it('an accepted address leads to the host that it shows, over http or https', () => {
    const schemes = fc.constantFrom('', 'http://', 'https://', 'HTTPS://', 'javascript:', 'javascript://', '//')
    const hosts = fc.constantFrom('empresa.es', 'www.cañón.es', 'ana@empresa.es', '10.0.0.1', 'empresa.es:8080')
    fc.assert(
      fc.property(schemes, hosts, fc.string({ unit: 'binary-ascii' }), (scheme, host, rest) => {
        const text = scheme + host + rest
        if (webAddressRule(text) !== null) return
        const url = new URL(normaliseWebAddress(text))
        expect(['http:', 'https:']).toContain(url.protocol)
        expect(url.username + url.password).toBe('')
        expect(url.hostname.startsWith(new URL(`https://${host}`).hostname)).toBe(true)
      }),
      { numRuns: 1000 },
    )
  })
})
