import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'

const root = join(import.meta.dirname, '../..')

/** A text that the code marks for translation, with the place where it stands. */
export type MarkedText = { key: string; place: string }
export type Marked = {
  texts: MarkedText[]
  /** What is marked without its words: those cannot be looked up in the catalogue. */
  unreadable: string[]
}

type Node = { type: string; start: number; [field: string]: unknown }
type Template = { quasis: { value: { cooked: string | null } }[]; expressions: Node[] }

const keyOf = ({ quasis }: Template) =>
  quasis.map(({ value }) => value.cooked ?? '').reduce((all, part, index) => `${all}{${index - 1}}${part}`)

/** The words of a literal, a template without values or a sum of both; null for anything else. */
function literalOf(node: Node | undefined): string | null {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && (node as unknown as Template).expressions.length === 0) {
    return keyOf(node as unknown as Template)
  }
  if (node?.type === 'ParenthesizedExpression' || node?.type === 'TSAsExpression')
    return literalOf(node.expression as Node)
  return null
}

/** The texts that `t`, `msg` and `texts` mark in a source: calls with a literal, tagged templates, and values of tables. */
export function markedIn(path: string, source: string): Marked {
  const marked: Marked = { texts: [], unreadable: [] }
  const placeOf = ({ start }: Node) => `${path}:${source.slice(0, start).split('\n').length}`
  const note = (node: Node, key: string | null) => {
    if (key === null) marked.unreadable.push(placeOf(node))
    else marked.texts.push({ key, place: placeOf(node) })
  }
  const named = (node: Node, ...names: string[]) => node.type === 'Identifier' && names.includes(String(node.name))
  const visitor = new Visitor({
    TaggedTemplateExpression(node) {
      if (named(node.tag as never, 't')) note(node as never, keyOf(node.quasi as never))
    },
    CallExpression(call) {
      const [first] = call.arguments as unknown as Node[]
      if (named(call.callee as never, 't')) {
        const key = literalOf(first)
        // A constant that `msg` or `texts` marked where it stands.
        if (key !== null) note(call as never, key)
        else if (first?.type === 'TemplateLiteral') note(call as never, null)
      }
      if (named(call.callee as never, 'msg')) note(call as never, literalOf(first))
      if (named(call.callee as never, 'texts')) {
        for (const { value } of (first?.properties ?? []) as { value: Node }[]) {
          if (value && !/Function/.test(value.type)) note(value, literalOf(value))
        }
      }
    },
  })
  visitor.visit(parseSync(path, source).program)
  return marked
}

/** The texts that the whole portal marks. */
export function markedTexts(): Marked {
  const paths = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter(
    path => !/\.test\.tsx?$|^src\/domain\/language\//.test(path),
  )
  const all = paths.map(path => markedIn(path, readFileSync(join(root, path), 'utf8')))
  return { texts: all.flatMap(each => each.texts), unreadable: all.flatMap(each => each.unreadable) }
}
