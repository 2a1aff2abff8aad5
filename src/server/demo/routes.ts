import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import type { AnswerOf, QueryOf } from '#domain/contract/contract.ts'
import { DomainError } from '#domain/contract/domain-error.ts'
import type { DemoMail } from '#domain/notification/demo/contract.ts'
import { listDemoMails } from '#domain/notification/demo/contract.ts'
import { pageOfAll } from '#server/http/list/page-of-all.ts'
import type { Route } from '#server/http/route.ts'
import { read } from '#server/http/route.ts'
import type { AppContext } from '#server/kernel/app-context.ts'
import { outboxFolder } from '#server/platform/mail/outbox-folder.ts'

/** A participant that only the demo world has. CCI alone may also exist in a fresh installation. */
const DEMO_PARTICIPANT = 'proveedor@almotacen.example'

/**
 * Whether anyone may read the mails, which carry one-time passwords. Only if every password is public anyway (the demo
 * world is loaded, never in production) and no mail is delivered.
 */
async function isDemonstration({ db, settings }: AppContext): Promise<boolean> {
  if (settings.production || settings.smtpUrl) return false
  const account = await db
    .selectFrom('portal_user')
    .select('id')
    .where('email', '=', DEMO_PARTICIPANT)
    .executeTakeFirst()
  return account !== undefined
}

/** File names follow the Message-ID, which sorts by creation time (D3, D13). Only the mails of the page are opened. */
async function mailPage(
  folder: string,
  { page, size, sort }: QueryOf<typeof listDemoMails>,
): Promise<AnswerOf<typeof listDemoMails>> {
  const all = await readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return []
    throw error
  })
  const names = all.filter(name => name.endsWith('.eml')).sort()
  const { content, totalElements } = pageOfAll(sort.endsWith(',desc') ? names.reverse() : names, { page, size })
  const mails: DemoMail[] = []
  for (const name of content) mails.push(await readMail(folder, name))
  return { content: mails, totalElements }
}

async function readMail(folder: string, name: string): Promise<DemoMail> {
  const mail = await PostalMime.parse(await readFile(join(folder, name)))
  return {
    id: name.slice(0, -'.eml'.length),
    to: mail.to?.map(({ address }) => address ?? '').join(', ') ?? '',
    subject: mail.subject ?? '',
    text: mail.text ?? '',
    sentAt: new Date(mail.date ?? 0).toISOString(),
  }
}

/** The demo's mails, so that a visitor can follow an invitation without a mail server. */
export const demoRoutes: Route[] = [
  read(listDemoMails, async ({ app, query }) => {
    if (!(await isDemonstration(app))) throw new DomainError('notFound')
    return mailPage(outboxFolder(app.settings.dataDir), query)
  }),
]
