export type Row = { what: string; found: string; isRight: boolean }

/** One form of installation. */
export type Column = { rows: Row[]; minutes: number }

const NAMES: Record<string, string> = {
  embedded: 'PostgreSQL of the portal',
  debian: "Debian's PostgreSQL",
  package: 'the Debian package',
}

/** docs/operations/installation.md. */
export function pageOf(columns: Record<string, Column>, commands: number): string {
  const names = Object.keys(NAMES).filter(name => columns[name])
  const rowsOf = (name: string) => columns[name]!.rows
  const every = [...new Set(names.flatMap(name => rowsOf(name).map(({ what }) => what)))]
  const cell = (name: string, what: string) => rowsOf(name).find(row => row.what === what)?.found ?? ''
  const lines = every.map(what => `| ${[what, ...names.map(name => cell(name, what))].join(' | ')} |`)
  return `# An installation by the page

Written by \`npm run test:install\`. Do not edit.

An empty Debian 12, made by mmdebstrap, boots its own systemd in namespaces. What the code blocks of
[one-machine.md](one-machine.md) say is typed there, ${commands} commands, with nothing else but an archive, a policy, a certificate and a mail
server (postfix) at hand. Everything is asked through nginx. Beside stop and upgrade three clients read and invite without pause; an acknowledged
invitation has to be there afterwards. Two busy cores: times are upper bounds.

| What | ${names.map(name => NAMES[name] ?? name).join(' | ')} |
| --- | ${names.map(() => '---').join(' | ')} |
${lines.join('\n')}
| minutes | ${names.map(name => columns[name]!.minutes.toFixed(0)).join(' | ')} |

Not shown: a release before this one, because none with these commands has been dated (the next one is a copy with a migration
of its own); a network, which the machine does not have: packages are fetched before; a power cut of the disk (\`npm run test:trust\`).
`
}
