/** Writes docs/operations/configuration.md and .env.example from the list of settings; with `--check` it fails when one is stale. */
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { definitions } from '#server/platform/settings/setting-list.ts'
import type { Definition } from '#server/platform/settings/setting-values.ts'
import { optionsOf } from './usage.ts'

const usage = 'npm run configuration [-- --check]'
const { check } = optionsOf(usage, { check: { type: 'boolean' } })
const root = join(import.meta.dirname, '..')
const groups = Map.groupBy(definitions, ([, { group }]) => group)

const cell = (text: string) => text.replaceAll('|', '\\|')
const unset = (definition: Definition) => definition.without ?? ''

function row(name: string, definition: Definition): string {
  const initial = definition.default === undefined ? unset(definition) : `\`${definition.default}\``
  const meaning = `${definition.meaning}${definition.secret ? ' **Secret.**' : ''}`
  return `| \`${name}\` | ${cell(initial)} | ${cell(definition.value.expects)} | ${cell(meaning)} |`
}

const tables = [...groups].map(
  ([group, members]) => `## ${group}

| Setting | Default | Value | Meaning |
| --- | --- | --- | --- |
${members.map(([name, definition]) => row(name, definition)).join('\n')}
`,
)

const page = `# Configuration

Written by \`npm run configuration\` from src/server/platform/settings/setting-list.ts. Do not edit.

The portal reads its settings from the environment at start. \`npm start\` and \`npm run admin\` also read a file \`.env\`
in the folder of the portal, if there is one (\`.env.example\` is its template); the environment wins. An empty variable
counts as absent. A wrong value stops the start with a sentence that names the setting.

Settings marked **Secret** can also come from a file: set \`NAME_FILE\` to its path, for example \`APP_SECRET_FILE\`. The file
must not be empty. Values of earlier versions in Spanish (\`si\`, \`especificacion\`, \`agencia-tributaria\`) are still accepted.

${tables.join('\n')}`

/** Quoted where a space or a bracket would end the value. */
const quoted = (value: string) => (/^[\w./:-]*$/.test(value) ? value : `"${value}"`)

const blocks = [...groups].map(([group, members]) =>
  [
    `# ${group}`,
    ...members.map(([name, definition]) => {
      const { meaning, default: initial = '' } = definition
      const without = unset(definition) && ` Without it: ${unset(definition)}.`
      return `\n# ${meaning}${without}\n#${name}=${quoted(initial)}`
    }),
  ].join('\n'),
)

const example = `# Settings of the portal, with their defaults. Written by \`npm run configuration\`; docs/operations/configuration.md is the same as a page.
# Copy this file to .env and remove the # before what you set. Never commit .env.

${blocks.join('\n\n\n')}
`

for (const [path, text] of [
  ['docs/operations/configuration.md', page],
  ['.env.example', example],
] as const) {
  const at = join(root, path)
  if (!check) {
    await mkdir(dirname(at), { recursive: true })
    await writeFile(at, text)
    console.log(`wrote ${path}`)
  } else if ((await readFile(at, 'utf8').catch(() => '')) !== text) {
    console.error(`${path} is not what src/server/platform/settings/setting-list.ts says: run npm run configuration`)
    process.exitCode = 1
  }
}
