/** What docs/operations/one-machine.md tells an operator to type: the lines of its code blocks, in order. */
import { readFileSync } from 'node:fs'

/** The most commands that the page may have (CARE-20). */
export const MOST = 12

export const commandsIn = (page: string): string[] =>
  [...page.matchAll(/^( *)```\n(.*?)\n\1```$/gms)]
    .flatMap(([, indent = '', block = '']) => block.split('\n').map(line => line.slice(indent.length)))
    .filter(line => line !== '')

export const commandsOf = (path: string): string[] => commandsIn(readFileSync(path, 'utf8'))

/** The same with Debian's PostgreSQL, as the page says: a package and an option more. */
export const withPostgresql = (commands: readonly string[]): string[] =>
  commands.map(line => {
    if (line.startsWith('apt-get install ')) return `${line} postgresql`
    return line.includes('/almotacen install ') ? `${line} --postgresql` : line
  })

/** The same with the Debian package, as the page says. */
export const withPackage = (commands: readonly string[]): string[] =>
  commands.map(line => {
    const version = /almotacen-(\d+\.\d+\.\d+)/.exec(line)?.[1]
    if (line.startsWith('tar ') || line.startsWith('almotacen upgrade '))
      return `dpkg --install almotacen_${version}_amd64.deb`
    return line.replace(/^\/opt\/almotacen-[\d.]+\/almotacen /, 'almotacen ')
  })

/** The packages that the page installs. */
export const packagesIn = (commands: readonly string[]): string[] =>
  commands
    .filter(line => line.startsWith('apt-get install '))
    .flatMap(line => line.split(' ').slice(2))
    .filter(word => !word.startsWith('--'))
