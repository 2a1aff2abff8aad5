/**
 * npm run asvs: writes docs/asvs.md, the verdict on each requirement of OWASP ASVS 5.0, from docs/asvs/verdicts.txt;
 * with `--check` it fails when the page is stale.
 */
import { existsSync, readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { optionsOf } from './usage.ts'

const root = join(import.meta.dirname, '..')
const source = join(root, 'docs/asvs/verdicts.txt')
const page = join(root, 'docs/asvs.md')

export type Line = {
  id: string
  level: 'L1' | 'L2' | 'L3'
  requirement: string
  verdict: 'met' | 'met with' | 'not met' | 'does not apply'
  /** The setting that is required to meet it, if the default does not. */
  setting: string | null
  /** Each is `file › part of a title`, or `file.md#Heading`. */
  evidence: string[]
  reason: string | null
}
export type Chapter = { title: string; lines: Line[] }

const LINE = /^(\d+\.\d+\.\d+) \| (L[123]) \| ([^|]+) \| (met|not met|does not apply|met with ([^|]+)) \| ([^|]+)$/

/** Reads the verdicts. @throws Error for a line that is neither a verdict, a heading nor a remark. */
export function parseVerdicts(text: string): Chapter[] {
  const chapters: Chapter[] = []
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '' || /^#( |$)/.test(line)) continue
    if (line.startsWith('## ')) {
      chapters.push({ title: line.slice(3), lines: [] })
      continue
    }
    const match = LINE.exec(line)
    if (!match) throw new Error(`Line ${index + 1} is no verdict: ${line}`)
    const [, id, level, requirement, verdict, setting = null, last] = match
    const isMet = verdict!.startsWith('met')
    chapters.at(-1)!.lines.push({
      id: id!,
      level: level as Line['level'],
      requirement: requirement!,
      verdict: setting ? 'met with' : (verdict as Line['verdict']),
      setting,
      evidence: isMet ? last!.split(' ; ') : [],
      reason: isMet ? null : last!,
    })
  }
  return chapters
}

/** The ASVS chapters with requirements for documentation; a page may be their evidence. */
const written = /^(2\.1|3\.1|5\.1|6\.1|7\.1|8\.1|11\.1|13\.1|14\.1|15\.1|16\.1)\./

const quoted = /(['"`])((?:\\.|(?!\1)[^\\])*)\1\s*,\s*(?:\{|async\b|\(|\w+\s*=>|run\b)/g

/** The titles of the tests in a file, also of `.each`: the quoted texts before a function or its options. */
export const titlesIn = (path: string): string[] =>
  [...readFileSync(join(root, path), 'utf8').matchAll(quoted)].map(match => match[2]!)

/** The error in a requirement's evidence; null when its test (or heading, for documentation) exists. */
export function faultOf(id: string, evidence: string): string | null {
  const [path = '', title] = evidence.split(' › ')
  if (title === undefined) {
    const [file = '', heading] = evidence.split('#')
    if (!written.test(id)) return `${id} asks for more than a document: ${evidence}`
    if (!heading || !existsSync(join(root, file))) return `${id}: there is no ${evidence}`
    const headings = readFileSync(join(root, file), 'utf8').match(/^#+ .*$/gm) ?? []
    return headings.some(line => line.replace(/^#+ /, '') === heading)
      ? null
      : `${id}: no heading ${heading} in ${file}`
  }
  if (!/\.(test|e2e)\.tsx?$/.test(path)) return `${id}: ${path} is no test file`
  if (!existsSync(join(root, path))) return `${id}: there is no ${path}`
  return titlesIn(path).some(each => each.includes(title)) ? null : `${id}: no test of ${path} has the title ${title}`
}

const levels = ['L1', 'L2', 'L3'] as const
const verdicts = ['met', 'met with', 'not met', 'does not apply'] as const

function totals(lines: readonly Line[]): string {
  const count = (level: string, verdict: string) =>
    lines.filter(line => line.level === level && line.verdict === verdict).length
  const rows = levels.map(level => {
    const counts = verdicts.map(verdict => count(level, verdict))
    const applying = counts[0]! + counts[1]! + counts[2]!
    const share = (number: number) => `${((100 * number) / applying).toFixed(1)} %`
    return `| ${level} | ${applying} | ${counts[0]} (${share(counts[0]!)}) | ${counts[1]} | ${counts[2]} | ${share(counts[0]! + counts[1]!)} | ${counts[3]} |`
  })
  return `| Level | Apply | Met as it comes | Met with a setting | Not met | Met in all | Do not apply |
|---|---|---|---|---|---|---|
${rows.join('\n')}`
}

function rowOf({ id, level, requirement, verdict, setting, evidence, reason }: Line): string {
  const said = setting ? `met with ${setting}` : verdict
  return `| ${id} | ${level} | ${requirement} | ${said} | ${reason ?? evidence.map(each => each.replace(/^(\S+) › /, '`$1` › ')).join('<br>')} |`
}

/** Renders the page. */
export function asvsPage(chapters: readonly Chapter[]): string {
  const lines = chapters.flatMap(chapter => chapter.lines)
  const open = lines.filter(line => line.verdict === 'not met')
  const sections = chapters.map(
    ({ title, lines: own }) => `## ${title}

| Line | Level | What is asked | Verdict | Shown by, or why not |
|---|---|---|---|---|
${own.map(rowOf).join('\n')}
`,
  )
  return `# OWASP ASVS 5.0, line by line

Written by \`npm run asvs\` from docs/asvs/verdicts.txt. Do not edit. What is asked stands in our own words; the text of
OWASP ASVS 5.0.0 rules. "Met" names a test of \`npm test\` or \`npm run test:long\` that fails when it no longer holds, or, for lines that ask for
documentation, the section that gives it. "Met with" holds when the operator says so, not as the portal comes.

${totals(lines)}

Not met: ${open.map(({ id }) => id).join(', ') || 'none'}.

${sections.join('\n')}`
}

if (import.meta.main) {
  const { check } = optionsOf('npm run asvs [-- --check]', { check: { type: 'boolean' } })
  const text = asvsPage(parseVerdicts(await readFile(source, 'utf8')))
  if (check) {
    if ((await readFile(page, 'utf8').catch(() => '')) !== text) {
      console.error('docs/asvs.md is not what docs/asvs/verdicts.txt says: npm run asvs')
      process.exit(1)
    }
  } else {
    await writeFile(page, text)
    console.log('wrote docs/asvs.md')
  }
}
