/** Writes docs/states.md from the machines of src/domain/states; with `--check` it fails when the page is stale. */
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sentence } from '#domain/messages.ts'
import { machines } from '#domain/states/machines.ts'
import { optionsOf } from './usage.ts'

const usage = 'npm run states [-- --check]'
const { check } = optionsOf(usage, { check: { type: 'boolean' } })
const path = join(import.meta.dirname, '../docs/states.md')
const start = '[*]'
const timeOf = (years: number | undefined) =>
  years === undefined
    ? null
    : years === 0
      ? 'the expiry day is over'
      : `the expiry day is over for more than ${years} year`
const list = new Intl.ListFormat('en', { type: 'conjunction' })

const sections = machines.map(machine => {
  const moves = Object.entries(machine.moves)
  const edges = moves.flatMap(([action, move]) =>
    move.from.map(from => `  ${from ?? start} --> ${move.to ?? start}: ${action}`),
  )
  const rows = moves.map(([action, move]) => {
    const needs =
      timeOf(move.yearsAfterExpiry) ?? ([...new Set(move.needs?.map(need => need.reason))].join(', ') || '–')
    const from = move.from.map(state => state ?? 'none').join(', ')
    return `| ${action} | ${from} | ${move.to ?? 'none'} | ${move.by.join(', ')} | ${needs} | ${move.event} |`
  })
  const derived =
    machine.derived.length > 0 ? `\nDerived from dates when read, never stored: ${machine.derived.join(', ')}.\n` : ''
  const { once } = machine
  const unique = once
    ? `\nAt most one ${machine.name} in the set \`${once.within}\` for each ${list.format(once.per)}.\n`
    : ''
  const sets = Object.entries(machine.sets).map(([name, set]) => `| ${name} | ${set.join(', ')} |`)
  return `## ${machine.name}\n${derived}${unique}
\`\`\`mermaid
stateDiagram-v2
${edges.join('\n')}
\`\`\`

| Move | From | To | By | Needs | Event |
|---|---|---|---|---|---|
${rows.join('\n')}

| Set | Statuses |
|---|---|
${sets.join('\n')}
`
})

const reasons = new Set(
  machines.flatMap(machine =>
    Object.values(machine.moves).flatMap(move => [
      ...(move.needs ?? []).map(need => need.reason),
      ...(move.refusal ? [move.refusal] : []),
    ]),
  ),
)
const words = [...reasons].sort().map(reason => `| ${reason} | ${sentence(reason)} |`)

const text = `# The state machines

Written by \`npm run states\` from src/domain/states. Do not edit. "none" is what does not exist, or a draft; TIME is the
clock, SELF the person whose account it is.

${sections.join('\n')}
## What a refusal says

| Reason | Sentence |
|---|---|
${words.join('\n')}
`

if (check) {
  if ((await readFile(path, 'utf8').catch(() => '')) !== text) {
    console.error('docs/states.md is not what src/domain/states says: run npm run states')
    process.exit(1)
  }
} else {
  await writeFile(path, text)
  console.log('wrote docs/states.md')
}
