/** The part of Stryker's report that is read (mutation-testing-report-schema). Lines and columns count from 1. */
export type Report = {
  files: Record<
    string,
    {
      source: string
      mutants: {
        status:
          | 'Killed'
          | 'Timeout'
          | 'Survived'
          | 'NoCoverage'
          | 'Ignored'
          | 'CompileError'
          | 'RuntimeError'
          | 'Pending'
        replacement?: string
        location: { start: { line: number; column: number }; end: { line: number; column: number } }
      }[]
    }
  >
}

const noticed = (status: string) => status === 'Killed' || status === 'Timeout'
const missed = (status: string) => status === 'Survived' || status === 'NoCoverage'

/** The killed mutants per part of a root (a folder, or a file beside the folders); shares are in percent. */
export function sharesOf({ files }: Report): { part: string; noticed: number; all: number; share: number }[] {
  const parts = new Map<string, { noticed: number; all: number }>()
  for (const [path, { mutants }] of Object.entries(files)) {
    const part = path.replace(/src\/\w+\//, '').split('/')[0]!
    const count = parts.get(part) ?? { noticed: 0, all: 0 }
    parts.set(part, count)
    for (const { status } of mutants) {
      if (noticed(status)) count.noticed++
      if (noticed(status) || missed(status)) count.all++
    }
  }
  return [...parts]
    .filter(([, { all }]) => all > 0)
    .map(([part, count]) => ({ part, ...count, share: (100 * count.noticed) / count.all }))
    .sort((a, b) => a.part.localeCompare(b.part))
}

/** Each mutant that survived: 'src/domain/identity/roles.ts:74 (no test comes here) actor.onboarded => true'. */
export function unnoticed({ files }: Report): string[] {
  return Object.entries(files).flatMap(([path, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter(({ status }) => missed(status))
      .map(({ status, replacement = '', location: { start, end } }) => {
        const line = lines[start.line - 1]!
        const was = line.slice(start.column - 1, end.line === start.line ? end.column - 1 : undefined)
        const why = status === 'NoCoverage' ? ' (no test comes here)' : ''
        return `${path}:${start.line}${why} ${was} => ${replacement.replace(/\s+/g, ' ')}`
      })
  })
}
