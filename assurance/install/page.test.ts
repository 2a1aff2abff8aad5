import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commandsIn, commandsOf, MOST, packagesIn, withPackage, withPostgresql } from '#assurance/install/page.ts'

const page = join(import.meta.dirname, '../../docs/operations/one-machine.md')

test('CARE-20: the page of one machine has at most twelve commands, and each is one', () => {
  const commands = commandsOf(page)
  expect(commands.length).toBeGreaterThan(8)
  expect(commands.length).toBeLessThanOrEqual(MOST)
  for (const line of commands) expect(line).toMatch(/^(apt-get|tar|install|sed|systemctl|almotacen|\/opt\/almotacen-)/)
})

test('CARE-20: reads the lines of code blocks, in lists as well, and nothing else', () => {
  expect(commandsIn('Text `no`\n\n```\na b\n```\n\n1. List:\n\n   ```\n   c\n   d\n   ```\n')).toEqual([
    'a b',
    'c',
    'd',
  ])
})

test('CARE-20: the same commands install Debian’s PostgreSQL with a package and an option', () => {
  const own = commandsOf(page)
  const other = withPostgresql(own)
  expect(own.filter((line, index) => line !== other[index])).toHaveLength(2)
  expect(packagesIn(other)).toEqual(['libatomic1', 'libnss-systemd', 'nginx', 'postgresql'])
})

test('CARE-10: with the Debian package nothing is unpacked by hand', () => {
  const commands = withPackage(commandsOf(page))
  expect(commands.filter(line => line.startsWith('dpkg --install almotacen_0.'))).toHaveLength(2)
  expect(commands.join('\n')).not.toMatch(/tar |\/opt\/almotacen-0/)
})
