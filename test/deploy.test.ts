import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { definitions } from '#server/platform/settings/setting-list.ts'

const root = join(import.meta.dirname, '..')
const read = (path: string) => readFileSync(join(root, 'deploy', path), 'utf8')
const settings = new Set(definitions.map(([name]) => name as string))
/** What the portal leaves to Node.js and to its packages. */
const others = ['NODE_ENV', 'PATH', 'POSTGRES_USER', 'POSTGRES_DB', 'POSTGRES_PASSWORD_FILE']

describe('the files of deploy/', () => {
  const starting = ['systemd/almotacen.service', 'systemd/almotacen']
  test.each([...starting, 'container/Dockerfile'])('%s starts a program that exists', path => {
    const programs = [...read(path).matchAll(/(?:src|scripts)\/[\w/-]+\.ts/g)].map(([program]) => program)
    expect(programs.length).toBeGreaterThan(0)
    for (const program of programs) expect(existsSync(join(root, program)), program).toBe(true)
  })

  test.each(['systemd/almotacen.service', 'container/Dockerfile', 'container/compose.yaml'])(
    '%s sets settings that the portal has',
    path => {
      const names = [...read(path).matchAll(/^(?:\s+|ENV .*?|Environment=(?:.* )?)([A-Z][A-Z_]+)(?:=|: )/gm)]
      expect(names.length).toBeGreaterThan(0)
      for (const [, name = ''] of names) {
        const known = others.includes(name) || settings.has(name.replace(/_FILE$/, ''))
        expect(known, name).toBe(true)
      }
    },
  )

  test('name documents that exist', () => {
    const files = globSync('**/*', { cwd: join(root, 'deploy') }).filter(path =>
      /\.(conf|cfg|ya?ml|sh|service|Dockerfile)$/.test(path),
    )
    const named = files.flatMap(file => [...read(file).matchAll(/docs\/[\w/-]+\.md/g)].map(([path]) => path))
    expect(named.length).toBeGreaterThan(0)
    expect(named.filter(path => !existsSync(join(root, path)))).toEqual([])
  })

  test('CARE-04: systemd asks only the first process to stop, and goes on when a worker is killed for memory', () => {
    const lines = read('systemd/almotacen.service').split('\n')
    expect(lines).toContain('KillMode=mixed')
    expect(lines).toContain('OOMPolicy=continue')
  })

  test('CARE-04: systemd watches whether the portal itself serves, and restarts a dead port', () => {
    const lines = read('systemd/almotacen.service').split('\n')
    for (const line of ['Type=notify', 'NotifyAccess=all', 'WatchdogSec=60']) expect(lines).toContain(line)
  })

  test('CARE-23: alert rules name metrics that the portal has, and cover what an operator must not miss', () => {
    const rules = read('prometheus/alerts.yml')
    const metrics = readFileSync(join(root, 'src/server/kernel/metrics.ts'), 'utf8')
    const named = [...rules.matchAll(/\balmotacen_(?!nodejs_)(\w+?)(?:_count|_bucket)?\b(?=[{ )[]|$)/gm)].map(
      ([, name]) => name!,
    )
    expect(named.length).toBeGreaterThan(15)
    expect(named.filter(name => !new RegExp(`(almotacen_|')${name}'|^ {2}${name}:`, 'm').test(metrics))).toEqual([])
    const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, alert]) => alert)
    const needed = ['DiskFull', 'BackupOld', 'BackupUnverified', 'CertificateEnds', 'WorkerMissing', 'ServerSilent']
    expect(alerts).toEqual(expect.arrayContaining(needed.map(name => `Almotacen${name}`)))
  })

  test('CARE-22: a frozen portal’s callers are let go, and a primary that was cut off never takes the lock back', () => {
    const proxy = read('haproxy/haproxy.cfg')
    // A portal that leaves answers 503 and keeps its calls; one that is silent loses them.
    expect(proxy).toContain('http-check expect error-status L7OKC status 200')
    expect(proxy).toMatch(/default-server check .* on-marked-down shutdown-sessions\n {4}server portal1/)
    const patroni = read('patroni/patroni.yml')
    expect(patroni).toMatch(/^etcd:$/m)
    expect(patroni).toMatch(/^ {4}failsafe_mode: true$/m)
    const etcd = read('etcd/etcd.env')
    for (const setting of ['ETCD_ENABLE_V2=true', 'ETCD_PRE_VOTE=true']) expect(etcd).toContain(setting)
  })

  test('CARE-13: every form has a place for back-ups, apart from the data', () => {
    const unit = read('systemd/almotacen.service')
    const command = read('systemd/almotacen')
    for (const text of [unit, command]) expect(text).toContain('BACKUP_DIR=/var/lib/almotacen-backups')
    expect(unit).toContain('\nStateDirectory=almotacen almotacen-backups\n')
    expect(command).toContain('StateDirectory=almotacen almotacen-backups')
    const image = read('container/Dockerfile')
    expect(image).toContain('BACKUP_DIR=/backups')
    expect(image).toContain('\nVOLUME /data /backups\n')
    expect(read('container/compose.yaml')).toContain('backups:/backups')
    expect(read('helm/almotacen/templates/deployment.yaml')).toMatch(/- name: backups\n\s+mountPath: \/backups\n/)
  })
})
