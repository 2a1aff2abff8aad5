import { contracts } from '#domain/contracts.ts'

/* Words to try on an unknown server: names that are exposed elsewhere, and alternative spellings of an address. */

const words = (text: string) => text.trim().split(/\s+/)

const repository = words(`
  .git .git/config .git/HEAD .git/index .git/logs/HEAD .git/refs/heads/main .gitignore .gitattributes .gitlab-ci.yml
  .github .github/workflows .svn .svn/entries .svn/wc.db .hg .hg/store .bzr CVS/Root .DS_Store .vscode .idea
  .idea/workspace.xml .editorconfig .npmrc .yarnrc .nvmrc .node-version .dockerignore .eslintrc .prettierrc biome.json
  package package-lock yarn.lock pnpm-lock node_modules node_modules/.package-lock.json node_modules/fastify/package.json
  tsconfig vite.config vitest.config Dockerfile docker-compose Makefile README CHANGELOG LICENSE SECURITY CODEOWNERS
  src src/server src/server/main src/server/http/app src/domain src/domain/roles src/web/main db db/migrations db/schema
  db/schema.sql scripts scripts/start test assurance/trust docs docs/security docs/decisions dist dist/web sbom coverage
`)
const secrets = words(`
  .env .env.local .env.production .env.development .env.example .env.test .env~ env config config.json config.yml
  config/database settings secrets secret secret.key private private.key key.pem server.key server.crt cert.pem tls.key
  tls.crt ca.pem id_rsa id_ed25519 .ssh/id_rsa .ssh/authorized_keys .aws/credentials .kube/config .docker/config.json
  .netrc .pgpass .my.cnf .htpasswd .htaccess .bash_history .profile .psql_history credentials passwords users.csv
  token tokens session sessions keystore.jks vault data data.json data/outbox outbox mails files uploads upload store
`)
const backups = words(`
  backup backups bak old copy dump database db.sqlite database.sqlite site www web portal almotacen release app archive
  index main server home default test temp tmp cache log logs error error_log access access.log debug.log npm-debug.log
  core nohup.out crash trace heapdump heapdump.heapsnapshot profile.cpuprofile
`)
const consoles = words(`
  admin administrator administration manage management manager console dashboard panel cpanel login logout signin signup
  register account user users me profile root superuser staff internal private-api hidden beta staging dev demo
  actuator actuator/env actuator/health actuator/heapdump metrics prometheus status server-status server-info health
  healthz livez readyz ready live ping version info env.json debug debug/pprof debug/vars trace.axd elmah.axd _debug
  _profiler _ignition __debug__ __inspect json json/list json/version inspector graphql graphiql playground swagger
  swagger-ui swagger-ui/index swagger/v1/swagger swagger.json openapi openapi.json openapi.yaml api-docs v2/api-docs
  v3/api-docs redoc rapidoc docs/api api api/ api/v0 api/v1 api/v2 api/v3 api/internal api/admin api/debug api/docs
  rest soap wsdl rpc jsonrpc xmlrpc.php wp-admin wp-login.php wp-config phpinfo phpmyadmin adminer pgadmin cgi-bin/
  cgi-bin/test-cgi shell cmd exec eval upload.php index.php robots sitemap crossdomain clientaccesspolicy humans
  security.txt .well-known .well-known/security.txt .well-known/openid-configuration .well-known/change-password
  service-worker sw manifest favicon.ico socket.io ws websocket sse events @vite/client @fs/etc/passwd @id/x
  __vite_ping src/web/main.tsx assets assets/ assets/index.js index.html index.htm stats report csp-reports
`)
/** The spellings of a path out of the served folder. */
const climbs = [
  ...['../', '..%2f', '%2e%2e/', '%2e%2e%2f', '..%5c', '%2e%2e%5c', '..;/', '.../', '....//', '..%00/', '..%0d/'],
  ...[
    '..%c0%af',
    '%c0%ae%c0%ae/',
    '..%ef%bc%8f',
    '%252e%252e%252f',
    '..%252f',
    '../../test/',
    '../../test/',
    '%u002e%u002e/',
  ],
].filter(climb => !climb.includes('%u'))
const targets = ['etc/passwd', 'package.json', 'src/server/main.ts', '.git/config', 'index.html', 'api/v1/users']
const climbing = climbs.flatMap(climb =>
  [1, 3, 6].flatMap(times => targets.map(target => `${climb.repeat(times)}${target}`)),
)
const oddities = [
  ...[
    '%00',
    '%0a',
    '%0d%0aX-Injected:1',
    '%20',
    '%09',
    '%ff',
    '%c0%af',
    '%e2%80%ae',
    '%5c',
    '%2f',
    '%23',
    '%3f',
    ';',
    "'",
  ],
  ...['"', '`', '*', '$', '|', '~', '!', '@', '%27%20or%201=1--', '%3Cscript%3E', '{{7*7}}', '%24{7*7}', '__proto__'],
  ...['constructor', 'toString', 'null', 'undefined', 'NaN', '-1', '0', '%2e', '.', './', '//', '///', '?', '?debug=1'],
  ...['?_method=DELETE', '?XDEBUG_SESSION_START=1', '?wsdl', 'x'.repeat(300), 'x'.repeat(4000), 'a/'.repeat(200)],
  ...['C:/Windows/win.ini', 'file:///etc/passwd', 'http://evil.example/', '/evil.example/', '%5cevil.example'],
  ...['proc/self/environ', 'proc/self/cmdline', 'etc/passwd', 'etc/shadow', 'var/log/syslog', 'root/.bash_history'],
]

/** With and without each extension. */
const names = [...repository, ...secrets, ...backups, ...consoles]
const extensions = [
  ...['', '/', '~', '.bak', '.old', '.orig', '.save', '.swp', '.tmp', '.copy', '.1', '.zip', '.tar.gz', '.7z', '.sql'],
  ...['.json', '.xml', '.yml', '.txt', '.log', '.html', '.md', '.js', '.ts', '.map', '.php', '.br', '.gz', '%00', ';x'],
]

/** Paths below a folder: the first names with every extension, and the names without one. */
export const addressesOf = (count: number): string[] => [
  ...new Set([
    ...names.slice(0, count).flatMap(name => extensions.map(extension => `${name}${extension}`)),
    ...climbing,
    ...oddities,
  ]),
]
export const nameCount = names.length

/** Next to a built file: its source, its map, its copies. */
export const besideOf = (file: string): string[] => {
  const stem = file.replace(/\.\w+$/, '')
  const source = stem.replace(/-[\w-]{8}$/, '')
  return [
    ...extensions.map(extension => `${file}${extension}`),
    ...['.ts', '.tsx', '.map', '.js.map', '.css.map', '.json', '.LICENSE.txt'].map(end => `${stem}${end}`),
    ...['.ts', '.tsx'].map(end => `${source}${end}`),
  ]
}

const MISSING = '0'.repeat(26)

/** The addresses of the calls. */
export const callAddresses = [
  ...new Set(contracts.map(({ path }) => `/api/v1${path.replace(/\{\w+\}/g, MISSING)}`)),
].sort()

/** Alternative spellings, which servers may parse differently. */
export const saidOtherwise = callAddresses.flatMap(address => {
  const tail = address.slice('/api/v1'.length)
  return [
    ...[
      `${address}/`,
      `${address}/.`,
      `${address}//`,
      `${address};`,
      `${address};a=b`,
      `${address}.json`,
      `${address}%20`,
    ],
    ...[
      `${address}%00`,
      `${address}?`,
      `${address}%3f`,
      `${address}..;/`,
      `${address}/..;/`,
      `${address.toUpperCase()}`,
    ],
    ...[
      `/${address}`,
      `/api//v1${tail}`,
      `/api/v1/${tail}`,
      `/api/./v1${tail}`,
      `/api/v1/..;${tail}`,
      `/api/v1/.${tail}`,
    ],
    ...[
      `/x/..${address}`,
      `/assets/..${address}`,
      `/assets/..%2f..${address}`,
      `/health/..;${address}`,
      `/api%2fv1${tail}`,
    ],
    ...[`/%61pi/v1${tail}`, `/api/v1%2f${tail.slice(1)}`, `/api/v2${tail}`, `/api${tail}`, tail, `/api/v1;x${tail}`],
  ]
})

export const methods = [
  ...['HEAD', 'OPTIONS', 'TRACE', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND', 'PROPPATCH', 'MKCOL', 'COPY', 'MOVE'],
  ...['LOCK', 'UNLOCK', 'SEARCH', 'PURGE', 'LINK', 'REPORT', 'QUERY', 'get', 'Get', 'FOO', 'GETX', 'DEBUG', 'TRACK'],
]

/** Headers that make some server treat a call as another one, and the effect that they would have. */
export const overriding = {
  names: words(`
    X-Original-URL X-Rewrite-URL X-Override-URL X-Original-URI X-Forwarded-URI X-Forwarded-Path X-Forwarded-Prefix
    X-HTTP-Method-Override X-HTTP-Method X-Method-Override X-Method Referer Destination X-Accel-Redirect X-Sendfile
    X-Proxy-URL Request-URI X-Script-Name X-Custom-Method Content-Location Upgrade-Insecure-Requests Range Accept
  `),
  values: ['/api/v1/users', '/admin', '/../../etc/passwd', 'DELETE', 'PUT', 'GET', 'TRACE', "'"],
}
export const whence = {
  names: words(`
    X-Forwarded-Host X-Host X-Forwarded-Server X-Forwarded-For X-Forwarded-Proto X-Forwarded-Port X-Forwarded-Scheme
    X-Real-IP X-Client-IP X-Remote-IP X-Remote-Addr X-Originating-IP X-Cluster-Client-IP X-Custom-IP-Authorization
    True-Client-IP CF-Connecting-IP Forwarded Via Origin X-ProxyUser-Ip X-Remote-User X-Forwarded-User X-Authenticated-User
    X-Admin X-User-Role X-Debug X-WAF-Bypass From Client-IP
  `),
  values: [
    'evil.example',
    '127.0.0.1',
    'localhost',
    'https',
    '443',
    'for=127.0.0.1;host=evil.example',
    'admin',
    'true',
  ],
}
