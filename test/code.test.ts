import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/* Forbidden code, searched for in every source file. */

const root = join(import.meta.dirname, '..')
const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
  .filter(path => /\.tsx?$/.test(path) && !/\.test\.tsx?$|^web\/testing\//.test(path))
  .map(path => ({ path: `src/${path}`, text: readFileSync(join(root, 'src', path), 'utf8') }))

/** The files that may connect to PostgreSQL; the last creates a client only to inspect its target. */
/** Files whose packages connect by themselves: single sign-on, S3 and OTLP. */
const CONNECTING_PACKAGES = [
  'src/server/identity/single-sign-on/provider.ts',
  'src/server/platform/files/s3/objects.ts',
  'src/server/platform/operation/tracing/otlp.ts',
]
const DATABASE_CLIENTS = [
  'notification/stream/listen.ts',
  ...[
    'backup/restore-rows.ts',
    'backup/take.ts',
    'database/client.ts',
    'database/connect.ts',
    'database/embedded-process.ts',
    'database/privileges.ts',
    'database/topology/presence.ts',
    'database/watch.ts',
    'outgoing/transport-security.ts',
  ].map(path => `platform/${path}`),
  'supervision/register/gleif/load.ts',
].map(path => `src/server/${path}`)

/** The files in which a pattern occurs. */
const withPattern = (pattern: RegExp, under = 'src/') =>
  sources.filter(({ path, text }) => path.startsWith(under) && pattern.test(text)).map(({ path }) => path)

test('the sources are found', () => {
  expect(sources.length).toBeGreaterThan(500)
})

test('ASVS 1.2.5: only PostgreSQL and readers of files are started, from a list of words and never through a shell', () => {
  expect(withPattern(/child_process/)).toEqual([
    // Of constant words as well: systemd-notify, under systemd alone.
    'src/server/app/process/systemd.ts',
    'src/server/platform/database/binaries.ts',
    'src/server/platform/database/embedded-place.ts',
    'src/server/platform/database/embedded-process.ts',
    'src/server/platform/reader/reader.ts',
  ])
  expect(withPattern(/shell: true|(?<!\.)\bexec\(|execSync|execFile/)).toEqual([])
})

test('ASVS 1.3.2: neither side makes code or markup from text', () => {
  expect(
    withPattern(/\beval\(|new Function\(|\bFunction\(['"`]|setTimeout\(['"`]|setInterval\(['"`]|from 'node:vm'/),
  ).toEqual([])
  expect(withPattern(/innerHTML|outerHTML|insertAdjacentHTML|document\.write|dangerouslySetInnerHTML|srcdoc/i)).toEqual(
    [],
  )
})

test('ASVS 1.2.9: no regular expression comes from user input', () => {
  // Each of these is made of constants of its own file.
  expect(withPattern(/new RegExp\(|\bRegExp\(/)).toEqual([
    'src/domain/values/password.ts',
    'src/domain/values/company/cif.ts',
    'src/server/document/watermark/cross-reference.ts',
    'src/server/identity/second-factor/totp.ts',
    'src/server/platform/spreadsheet/padding.ts',
    'src/server/platform/files/inspection/pdf.ts',
    'src/server/platform/files/inspection/warnings.ts',
  ])
})

test('ASVS 1.2.4: SQL is made of text only where the text is a constant', () => {
  const raw = sources.flatMap(({ path, text }) =>
    [...text.matchAll(/sql\.raw\(([^)]*)\)/g)].map(found => [path, found[1]]),
  )
  const constant = /^('[^']*'|"[^"]*"|direction === 'desc' \? 'desc' : 'asc')$/
  expect(raw.filter(([, argument]) => !constant.test(argument!.trim())).map(([path]) => path)).toEqual([])
})

test('ASVS 1.3.6 13.2.4 13.2.5: the server connects only to what docs/security.md lists', () => {
  // Single sign-on, if configured, calls its provider. Parsing addresses, headers or certificates makes no connection.
  const out = withPattern(
    /(?:import (?!type |\{ (isIP|BlockList, isIP|createSecureContext|validateHeaderValue) \} )[^\n]* from |\bimport\()'(node:(net|http|https|http2|tls|dns|dgram)(\/promises)?|undici|nodemailer)'|\bfetch\(|new (WebSocket|EventSource)\(/,
    'src/server/',
  ).filter(path => !path.startsWith('src/server/identity/single-sign-on/'))
  // Packages that connect by themselves. `pg` is checked below: most of its imports connect to nothing.
  const byPackage = withPattern(
    /(?:import (?!type )[^\n]* from |import\()'(@aws-sdk\/[\w-]+|@smithy\/node-http-handler|@opentelemetry\/(exporter|sdk)[\w-]*|openid-client)'/,
    'src/server/',
  )
  expect(byPackage.sort()).toEqual(CONNECTING_PACKAGES)
  expect(out.sort()).toEqual([
    'src/server/app/process/systemd.ts',
    'src/server/integration/webhook/address.ts',
    'src/server/integration/webhook/send.ts',
    // The portal's own public address, for the checks of `doctor`.
    'src/server/operation/doctor/visit.ts',
    'src/server/platform/files/clamd.ts',
    'src/server/platform/mail/transport.ts',
  ])
  expect(withPattern(/new (pg\.)?(Watched)?(Pool|Client)\(|extends pg\.(Pool|Client)/, 'src/server/').sort()).toEqual(
    DATABASE_CLIENTS,
  )
})

/** The packages of domain and server that connect to nothing unless a file above has them do it. Look at a new one before it is listed. */
const QUIET_PACKAGES =
  '@cantoo/pdf-lib @fastify/multipart @fastify/static @node-rs/argon2 @opentelemetry/api @opentelemetry/resources @simplewebauthn/server fastify file-type fontkit hucre ical-generator kysely numfmt otpauth pdfjs-dist pdfkit pg-copy-streams postal-mime prom-client uqr yazl zod'
/** Those that connect, and are looked for above. */
const LOUD_PACKAGES =
  '@aws-sdk/client-s3 @aws-sdk/lib-storage @opentelemetry/exporter-trace-otlp-http @opentelemetry/sdk-trace nodemailer openid-client pg'

test('CARE-23: every package of the server is known to connect or not', () => {
  const imported = sources
    .filter(({ path }) => !path.startsWith('src/web/'))
    .flatMap(({ text }) => [
      ...text.matchAll(/(?:^(?:import|\}) (?:[^'\n]*from )?|\bimport\()'((?:@[\w-]+\/)?[\w-]+)[\w/.-]*'/gm),
    ])
    .map(([, name]) => name!)
  expect([...new Set(imported)].sort()).toEqual(`${QUIET_PACKAGES} ${LOUD_PACKAGES}`.split(' ').sort())
})

/** What the server connects to: the beginning of its row in docs/security.md, and its words in the threat model. */
const CONNECTIONS = {
  'PostgreSQL (`DATABASE_URL`': 'PostgreSQL',
  'Read replica (`DATABASE_READ_URL`)': 'the read replica',
  'SMTP (`SMTP_URL`': 'SMTP',
  'clamd (`CLAMD`)': 'clamd',
  'Identity provider (`OIDC_…`)': 'the identity provider',
  'Webhooks that banks register': 'the webhooks that banks register',
  'Bucket (`FILES_URL`)': 'S3',
  'Collector (`OTEL_EXPORTER_OTLP_ENDPOINT`)': 'the OTLP collector',
  'Its own port': 'its own port',
  'Its own `PUBLIC_URL`': 'its own `PUBLIC_URL`',
}

test('CARE-23: docs/security.md and the threat model name every outgoing connection', () => {
  const read = (name: string) => readFileSync(join(root, 'docs', name), 'utf8')
  const table = read('security.md').split('\n## Connections')[1]!.split('\n## ')[0]!
  const rows = [...table.matchAll(/^\| (.+?) +\|/gm)].map(([, first]) => first!)
  const incoming = ['To', 'Disk (`DATA_DIR`)', 'From the proxy or browsers']
  const outgoing = rows.filter(row => !/^-+$/.test(row) && !incoming.includes(row))
  const named = (row: string) => Object.keys(CONNECTIONS).find(begin => row.startsWith(begin)) ?? row
  expect(outgoing.map(named).sort()).toEqual(Object.keys(CONNECTIONS).sort())
  const said = read('threat-model.md').split('Outgoing:')[1]!.split('nothing else')[0]!.replaceAll('\n', ' ')
  expect(Object.values(CONNECTIONS).filter(words => !said.includes(words))).toEqual([])
})

test('ASVS 15.3.2: the server makes http requests only to configured addresses', () => {
  const calls = sources.flatMap(({ path, text }) =>
    path.startsWith('src/server/') ? [...text.matchAll(/\bfetch\([^\n]*/g)].map(([call]) => ({ path, call })) : [],
  )
  expect(calls.map(({ path }) => path)).toEqual(['src/server/identity/single-sign-on/provider.ts'])
  for (const { path, call } of calls) expect(call, path).toContain("redirect: 'manual'")
})

/** The inventory of docs/security.md: file, purpose, algorithms. */
const inventory = [
  ...readFileSync(join(root, 'docs/security.md'), 'utf8')
    .split('## Cryptography')[1]!
    .split('\n## ')[0]!
    .matchAll(/^\| `(src\/[^`]+)` +\| ([^|]+) \| ([^|]+) \|$/gm),
].map(([, path, purpose, algorithms]) => ({ path: path!, purpose: purpose!.trim(), algorithms: algorithms!.trim() }))

test('ASVS 11.1.3: every use of cryptography is in the inventory, and nothing else', () => {
  const uses = withPattern(
    /node:crypto|node-rs\/argon2|otpauth|openid-client|simplewebauthn\/server|crypto\.(subtle|getRandomValues)/,
  )
  expect(inventory.map(({ path }) => path).sort()).toEqual(uses.sort())
  for (const { path, purpose, algorithms } of inventory) expect(purpose && algorithms, path).toBeTruthy()
})

test('ASVS 11.2.1 11.3.1 11.4.1: only approved algorithms, and only those of Node and of named libraries', () => {
  const named = sources
    .filter(({ path }) => path.startsWith('src/server/'))
    .flatMap(({ text }) => [
      ...text.matchAll(
        /(?:createHash|createHmac|createCipheriv|createDecipheriv|hkdfSync|scryptSync|pbkdf2Sync)\(\s*'([^']+)'/g,
      ),
    ])
    .map(found => found[1]!)
  expect([...new Set(named)].sort()).toEqual(['aes-256-gcm', 'sha1', 'sha256'])
  // A hash with a variable name could be any.
  const calls = sources.flatMap(({ path, text }) =>
    path.startsWith('src/server/') ? [...text.matchAll(/\b(?:createHash|createHmac|createCipheriv|hkdfSync)\(/g)] : [],
  )
  expect(calls.length).toBe(named.length - named.filter(name => name === 'aes-256-gcm').length / 2)
  expect(withPattern(/\b(md5|rc4|des-ede|blowfish|aes-\d+-(ecb|cbc|ctr)|rsa_pkcs1)\b/i, 'src/server/')).toEqual([])
  // Authenticator apps use HMAC-SHA-1 by RFC 6238, and no app offers more. Lists of breached passwords index by SHA-1;
  // it protects nothing there.
  expect(withPattern(/'sha-?1'/i).sort()).toEqual([
    'src/domain/identity/second-factor/second-factor.ts',
    'src/server/platform/secrets/breached.ts',
  ])
})

test('ASVS 11.5.1: secrets never come from Math.random', () => {
  expect(withPattern(/Math\.random/, 'src/server/')).toEqual([])
  expect(withPattern(/Math\.random/, 'src/domain/')).toEqual([])
  // Idempotency keys must be unique, not secret; the pauses of a stream spread over time.
  expect(withPattern(/Math\.random/, 'src/web/').sort()).toEqual([
    'src/web/api/api.ts',
    'src/web/notification/stream/followChanges.ts',
    'src/web/notification/stream/useStream.ts',
  ])
})

test('ASVS 11.2.4: secrets are compared in constant time, or by the hash that finds their row', () => {
  expect(withPattern(/timingSafeEqual/)).toEqual(['src/server/platform/secrets/secrets.ts'])
  const careless =
    /\b\w*(token|csrf|pending|password|secret|recovery)\w* *[!=]==? *(?!null|undefined|''|""|0\b|now\.|account\.password_hash|newPassword)[a-zA-Z]/i
  const found = sources.flatMap(({ path, text }) =>
    path.startsWith('src/server/')
      ? text
          .split('\n')
          .filter(line => careless.test(line) && !/^\s*(\*|\/\/)/.test(line))
          .map(line => `${path}: ${line.trim()}`)
      : [],
  )
  expect(found).toEqual([])
})

test('ASVS 3.2.3 3.5.5: the page looks up nothing by element names, and accepts messages of no other window', () => {
  expect(
    withPattern(
      /document\.(forms|images|all|anchors|embeds|links|applets)\b|(window|document|globalThis)\[/,
      'src/web/',
    ),
  ).toEqual([])
  // Only same-origin pages can use the channels: one signs a tab out, the other makes it read again.
  expect(withPattern(/addEventListener\(\s*'message'|onmessage|postMessage\(|BroadcastChannel/, 'src/web/')).toEqual([
    'src/web/session/other-tabs.ts',
    'src/web/notification/stream/followChanges.ts',
  ])
  expect(withPattern(/window\.open\(|document\.domain|document\.cookie/, 'src/web/')).toEqual([])
})

test('ASVS 14.3.3: the page keeps things in the browser only where it is listed', () => {
  // The session of the specification, the colour scheme, the language of the sign-in, and drafts, encrypted with a key that is stored elsewhere.
  expect(
    withPattern(/tabStorage\.setItem|\.sessionStorage\b|localStorage|indexedDB|caches\./, 'src/web/').sort(),
  ).toEqual([
    'src/web/session/drafts.ts',
    'src/web/session/language/chosenLanguage.ts',
    'src/web/session/storage.ts',
    'src/web/session/tabStorage.ts',
    'src/web/ui/theme/ThemeProvider.tsx',
    'src/web/ui/theme/scheme.ts',
  ])
})

test('D4: the browser’s own clock, which may be wrong, dates nothing on a screen', () => {
  expect(withPattern(/new Date\(\)|Date\.now\(\) *[+-]/, 'src/web/')).toEqual(['src/web/ui/time/clock.ts'])
})

const tests = ['src', 'test', 'assurance', 'scripts', 'tools'].flatMap(folder =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => /\.(test|e2e)\.tsx?$/.test(path) && !/\.long\./.test(path))
    .map(path => ({ path: `${folder}/${path}`, text: readFileSync(join(root, folder, path), 'utf8') })),
)
const testsWith = (pattern: RegExp) => tests.filter(({ text }) => pattern.test(text)).map(({ path }) => path)

test('tests wait for what they need and not for a time, and compare no times of a busy machine', () => {
  expect(testsWith(/\b(sleep|waitForTimeout)\([\d_]{2,}\)|setTimeout\(resolve, [\d_]{2,}\)/)).toEqual([
    // Nothing may happen meanwhile: a slow machine makes these notice less, and never fail.
    'src/server/operation/job/jobs.test.ts',
    'src/server/platform/database/migrate.test.ts',
    'src/server/platform/files/forget.test.ts',
    'test/api/resources.test.ts',
  ])
  // What is polled may take long on a busy machine: Vitest's own limit is in its configuration.
  expect(testsWith(/\btimeout: [1-9]\d{0,3}\b(?!_)/)).toEqual([])
  // A call's temporary files are deleted after its answer.
  expect(testsWith(/expect\(await (incoming|leftovers)\(\)/)).toEqual([])
  expect(testsWith(/performance\.now\(/)).toEqual([
    // At least so long, or far from what it would be otherwise.
    'src/server/platform/database/migrate.test.ts',
    'src/server/platform/outgoing/transport-security.test.ts',
    'src/server/platform/worker/in-steps.test.ts',
    // At most the seconds that are promised, and twice as many.
    'test/api/resources.test.ts',
  ])
})
