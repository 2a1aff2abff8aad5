import { lineOf, type Mutant, read, sources } from './mutant.ts'

/** Every row of the state tables: one more source state, one more role, or one condition less. */
export function states(): Mutant[] {
  const tests = ['src/domain/states/tables.test.ts', 'src/domain/states/machine.test.ts']
  return sources('src/domain/states/*.ts').flatMap(file => {
    const text = read(file)
    const known = /states: (\[.*?\])/.exec(text)?.[1]
    if (!known) return []
    const mutant = (what: string, from: number, to: number, instead: string): Mutant => ({
      guard: `${file}:${lineOf(text, from)} ${what}`,
      ...{ file, from, to, instead, tests },
    })
    const list = (name: 'from' | 'by', every: string) =>
      [...text.matchAll(new RegExp(`${name}: (\\[[^\\]]*\\])`, 'g'))].map(match => {
        const at = match.index + match[0].indexOf('[')
        return mutant(`${match[0]} and any other`, at, at + match[1]!.length, every)
      })
    const needs = [...text.matchAll(/needs: \[/g)].flatMap(match => {
      const open = match.index + match[0].length
      let [depth, close] = [1, open]
      while (depth > 0) depth += { '[': 1, ']': -1 }[text[close++]!] ?? 0
      const inside = text.slice(open, close - 1)
      let [braces, start] = [0, 0]
      const parts: [number, number][] = []
      for (let i = 0; i < inside.length; i++) {
        if ('({['.includes(inside[i]!)) braces++
        else if (')}]'.includes(inside[i]!)) braces--
        else if (inside[i] === ',' && braces === 0) {
          parts.push([start, i + 1])
          start = i + 1
        }
      }
      parts.push([start, inside.length])
      return parts
        .filter(([from, to]) => inside.slice(from, to).trim() !== '')
        .map(([from, to]) =>
          mutant(`needs no ${inside.slice(from, to).trim().replace(/\s+/g, ' ')}`, open + from, open + to, ''),
        )
    })
    return [
      ...list('from', known.replace('[', '[null, ')),
      ...list('by', "['CCI', 'PROVIDER', 'AUDIT', 'ENTITY', 'TIME', 'SELF']"),
      ...needs,
    ]
  })
}
