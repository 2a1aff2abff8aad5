/** A semicolon within one of these ends no statement. */
const piece = /--.*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|"[^"]*"|(\$\w*\$)[\s\S]*?\1|;|[\s\S]/g

/** Whether a migration runs beside those who work, statement by statement and in no transaction: its first line says so. */
export const isOnLine = (text: string): boolean => /^-- on line\r?\n/.test(text)

/** Whether a statement is to be repeated until it changes no row: a line before it says so. */
export const isRepeated = (statement: string): boolean => /^\s*-- until none\r?$/m.test(statement)

/** The index that a statement makes beside those who work. */
export const indexMadeBy = (statement: string): string | undefined =>
  /\bcreate\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(withoutComments(statement))?.[1]

/** A statement without what is for people. */
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
