/** A semicolon inside one of these does not end a statement. */
const piece = /--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[\s\S]/g

/**
 * Whether the first line marks a migration as online: it runs beside normal traffic, statement by statement and in no
 * transaction.
 */
export const isOnLine = (text: string): boolean => /^-- on line\r?\n/.test(text)

/** Whether a line before a statement asks to repeat it until it changes no row. */
export const isRepeated = (statement: string): boolean => /^\s*-- until none\r?$/m.test(statement)

/** The index that a `create index concurrently` statement creates. */
export const indexMadeBy = (statement: string): string | undefined =>
  /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(withoutComments(statement))?.[1]

/** A statement without its comments. */
export const withoutComments = (text: string): string =>
  text.replace(piece, token => (/^(--|\/\*)/.test(token) ? ' ' : token)).trim()

/** The statements of a migration, each with the comments before it. */
export function statementsOf(text: string): string[] {
  const statements = ['']
  for (const [token] of text.matchAll(piece)) {
    if (token === ';') statements.push('')
    else statements[statements.length - 1] += token
  }
  return statements.filter(statement => withoutComments(statement) !== '').map(statement => statement.trim())
}

/** Rows that a repeated statement changes in one transaction, which may hold other writes up. */
export const ROWS_AT_ONCE = 100

/** A repeated statement with its limit lowered to a piece: files that installations have run stay as they are. */
export const inPieces = (statement: string): string =>
  statement.replace(/\blimit (\d+)\b/gi, (_, rows) => `limit ${Math.min(Number(rows), ROWS_AT_ONCE)}`)
