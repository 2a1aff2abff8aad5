import { tableNames } from '#server/platform/database/tables.ts'

const known: ReadonlySet<string> = new Set(tableNames)
const VERB = /\b(select|insert|update|delete|begin|commit|rollback|savepoint|set)\b/i
const NAMED = /\b(?:from|into|update|join)\s+"?([a-z_]+)/gi

/** 'select outbox_mail': the verb of a statement and the first table of the portal that it names, and nothing else. */
export function summaryOf(text: string): string {
  const verb = VERB.exec(text)?.[1]?.toLowerCase() ?? 'statement'
  const table = text.matchAll(NAMED).find(([, name = '']) => known.has(name))?.[1]
  return table ? `${verb} ${table}` : verb
}
