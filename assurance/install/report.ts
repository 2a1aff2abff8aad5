export type Row = { what: string; found: string; isRight: boolean }

/** One form of installation. */
export type Column = { rows: Row[]; minutes: number }

const MACHINES: Record<string, string> = {
  embedded: 'PostgreSQL of the portal',
  debian: "Debian's PostgreSQL",
  package: 'the Debian package',
}
const IMAGE = { image: 'podman' }

function tableOf(columns: Record<string, Column>, titles: Record<string, string>): string {
  const names = Object.keys(titles).filter(name => columns[name])
  const rowsOf = (name: string) => columns[name]!.rows
  const every = [...new Set(names.flatMap(name => rowsOf(name).map(({ what }) => what)))]
  const cell = (name: string, what: string) => rowsOf(name).find(row => row.what === what)?.found ?? ''
  const line = (...cells: string[]) => `| ${cells.join(' | ')} |`
  return [
    line('What', ...names.map(name => titles[name]!)),
    line('---', ...names.map(() => '---')),
    ...every.map(what => line(what, ...names.map(name => cell(name, what)))),
    line('minutes', ...names.map(name => columns[name]!.minutes.toFixed(0))),
  ].join('\n')
}

/** docs/operations/installation.md. */
export function pageOf(columns: Record<string, Column>, commands: number): string {
  return `# An installation by the page

Written by \`npm run test:install\`. Do not edit.

An empty Debian 12, made by mmdebstrap, boots its own systemd in namespaces. What the code blocks of
[one-machine.md](one-machine.md) say is typed there, ${commands} commands, with nothing else but an archive, a policy, a certificate and a mail
server (postfix) at hand. Everything is asked through nginx. Beside stop and upgrade three clients read and invite without pause; an acknowledged
invitation has to be there afterwards. Two busy cores: times are upper bounds.

${tableOf(columns, MACHINES)}

## The image

What the code blocks of [containers.md](containers.md) say is typed on a Debian 12 with podman and without an image registry: the base and the stand-ins
for PostgreSQL and HAProxy are made of Debian's packages. Two portals serve with a read-only root file system; the mails go to an SMTP server.

${columns.image ? tableOf(columns, IMAGE) : 'Not run yet.'}

Not shown: a release before this one, because none with these commands has been dated (the next one is a copy with a migration
of its own); a network, which the machine does not have: packages are fetched before; a power cut of the disk (\`npm run test:trust\`).
`
}
